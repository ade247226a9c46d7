package behaviour_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

const (
	key     = "bw_test_secret"
	number  = "+2348031234567"
	pending = `{"id":"pur_1","object":"purchase","reference":"order-1","status":"pending","new_field":{"a":[1]},
		"price":{"amount":9007199254740993,"currency":"NGN"},"resolve_by":"2036-01-01T00:00:00.000Z"}`
	delivered = `{"id":"pur_1","object":"purchase","reference":"order-1","status":"successful"}`
)

var order = bundlewire.Order{Reference: "order-1", PhoneNumber: number, BundleID: "bnd_mtn_ng_1gb_30d"}

func open(t *testing.T, server *scripted.Server, options ...bundlewire.Option) *bundlewire.Client {
	t.Helper()
	options = append([]bundlewire.Option{
		bundlewire.WithTimeout(5 * time.Second), bundlewire.WithPollInterval(time.Millisecond),
	}, options...)
	client, err := bundlewire.NewClient(server.URL, key, options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestBuyRepeatsTheSameRequestUntilTheOutcomeIsKnown(t *testing.T) {
	created := scripted.JSON(201, pending)
	for name, failures := range map[string][]scripted.Reply{
		"the connection is lost":        {scripted.Lost, scripted.Lost},
		"the answer breaks off":         {scripted.Broken("application/json", pending)},
		"a proxy answers 502":           {scripted.HTML(502)},
		"a proxy answers 200":           {scripted.HTML(200)},
		"a proxy redirects":             {scripted.Answer(302, "text/html", "", "Location", "https://example.com/")},
		"a proxy answers another JSON":  {scripted.JSON(200, `{"ok":true}`)},
		"the API asks it to wait":       {scripted.Refuse(429, "rate_limited", true, "Retry-After", "1")},
		"the API has an internal error": {scripted.Refuse(500, "internal_error", true)},
		"the API is not ready":          {scripted.Refuse(503, "network_unavailable", true)},
	} {
		t.Run(name, func(t *testing.T) {
			server := scripted.New(t, append(failures, created)...)
			bought, err := open(t, server).Purchases.Buy(context.Background(), order)
			if err != nil {
				t.Fatal(err)
			}
			if !bought.Created || bought.Purchase.Price.Amount != 9007199254740993 {
				t.Errorf("bought %+v", bought.Purchase)
			}
			requests := server.Requests()
			if len(requests) != len(failures)+1 {
				t.Errorf("%d requests", len(requests))
			}
			for _, request := range requests {
				if request.Body != requests[0].Body || request.Header.Get("Authorization") != "Bearer "+key {
					t.Errorf("sent %+v", request)
				}
			}
		})
	}
}

func TestBuyReturnsThePurchaseOfAUsedReference(t *testing.T) {
	server := scripted.New(t, scripted.JSON(200, delivered, "Svc-Idempotent-Replay", "true"))
	bought, err := open(t, server).Purchases.Buy(context.Background(), order)
	if err != nil || bought.Created || bought.Purchase.Status != bundlewire.PurchaseSuccessful {
		t.Errorf("bought %+v, %v", bought, err)
	}
}

func TestBuyEndsWithAnUnknownOutcome(t *testing.T) {
	limits := bundlewire.WithRetries(2, time.Minute)
	for name, replies := range map[string][]scripted.Reply{
		"without an answer":           {scripted.Lost},
		"when the time is over":       {scripted.Silent("")},
		"when the body takes forever": {scripted.Silent(`{"id":`)},
		"when only the last attempt is answered, with 503": {
			scripted.Lost, scripted.Refuse(503, "network_unavailable", true)},
		"when a rejection follows an attempt without an answer": {
			scripted.Lost, scripted.Refuse(402, "insufficient_balance", false)},
	} {
		t.Run(name, func(t *testing.T) {
			server := scripted.New(t, replies...)
			client := open(t, server, limits, bundlewire.WithTimeout(300*time.Millisecond))
			_, err := client.Purchases.Buy(context.Background(), order)
			var unknown *bundlewire.NoAnswerError
			if !errors.As(err, &unknown) || unknown.Reference != "order-1" || unknown.Attempts != 2 {
				t.Fatalf("failed with %v", err)
			}
			if len(server.Requests()) != 2 {
				t.Errorf("%d requests", len(server.Requests()))
			}
		})
	}
}

func TestBuyReturnsARejectionWithAllItsFields(t *testing.T) {
	server := scripted.New(t, scripted.JSON(409, `{"error":{"code":"reference_conflict","message":"Used before.",
		"param":"reference","retryable":false,"request_id":"req_9","details":{"purchase_id":"pur_1"}}}`))
	_, err := open(t, server).Purchases.Buy(context.Background(), order)
	var refused *bundlewire.APIError
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if refused.Status != 409 || refused.Code != "reference_conflict" || refused.Param != "reference" ||
		refused.RequestID != "req_9" || refused.Details["purchase_id"] != "pur_1" || refused.Retryable {
		t.Errorf("refused with %+v", refused)
	}
	if len(server.Requests()) != 1 {
		t.Errorf("%d requests", len(server.Requests()))
	}
}

func TestBuyDoesNotWaitLongerThanItsLimit(t *testing.T) {
	server := scripted.New(t, scripted.Refuse(503, "network_unavailable", true, "Retry-After", "3600"))
	_, err := open(t, server).Purchases.Buy(context.Background(), order)
	var refused *bundlewire.APIError
	if !errors.As(err, &refused) || refused.RetryAfter != time.Hour {
		t.Errorf("failed with %v", err)
	}
}

func TestBuyStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	server := scripted.New(t, func(response http.ResponseWriter, request *http.Request) {
		cancel()
		scripted.Lost(response, request)
	})
	_, err := open(t, server).Purchases.Buy(ctx, order)
	var unknown *bundlewire.NoAnswerError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &unknown) {
		t.Errorf("failed with %v", err)
	}
	if _, err := open(t, server).Purchases.Buy(ctx, order); errors.As(err, &unknown) && len(server.Requests()) > 1 {
		t.Errorf("sent although its context had ended: %v", err)
	}
}

func TestWaitReadsUntilThePurchaseIsFinal(t *testing.T) {
	server := scripted.New(t, scripted.JSON(200, pending),
		scripted.JSON(200, strings.Replace(pending, `"pending"`, `"a_new_status"`, 1)), scripted.JSON(200, delivered))
	purchase, err := open(t, server).Purchases.Wait(context.Background(), "pur_1")
	if err != nil || purchase.Status != bundlewire.PurchaseSuccessful || len(server.Requests()) != 3 {
		t.Errorf("waited for %+v, %v", purchase, err)
	}

	overdue := strings.Replace(pending, "2036", "2020", 1)
	_, err = open(t, scripted.New(t, scripted.JSON(200, overdue))).Purchases.Wait(context.Background(), "pur_1")
	var still *bundlewire.StillPendingError
	if !errors.As(err, &still) || still.Purchase.Reference != "order-1" {
		t.Errorf("failed with %v", err)
	}
}

func TestListReadsPageByPageAndNoFurther(t *testing.T) {
	first := `{"object":"list","data":[{"id":"pur_1"},{"id":"pur_2"}],"has_more":true,"next_cursor":"c&1"}`
	last := `{"object":"list","data":[{"id":"pur_3"}],"has_more":false,"next_cursor":null}`
	server := scripted.New(t, scripted.JSON(200, first), scripted.HTML(502), scripted.JSON(200, last),
		scripted.JSON(200, first))
	client := open(t, server)
	var ids []string
	for purchase, err := range client.Purchases.List(context.Background(), bundlewire.PurchaseQuery{
		PhoneNumber: number, PageSize: 2, CreatedFrom: time.Unix(0, 0),
	}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, purchase.ID)
	}
	if fmt.Sprint(ids) != "[pur_1 pur_2 pur_3]" {
		t.Errorf("listed %v", ids)
	}
	want := "/v1/purchases?created_from=1970-01-01T00%3A00%3A00Z&cursor=c%261&limit=2&phone_number=%2B2348031234567"
	if uri := server.Requests()[2].URI; uri != want {
		t.Errorf("asked for %s", uri)
	}
	for range client.Purchases.List(context.Background(), bundlewire.PurchaseQuery{}) {
		break
	}
	if len(server.Requests()) != 4 {
		t.Errorf("%d requests", len(server.Requests()))
	}
}
