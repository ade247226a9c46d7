package behaviour_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

const event = scripted.Event

func TestWebhookVectors(t *testing.T) {
	const path = "../../../webhook-vectors.json"
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the vectors are in the repository of Bundlewire, not in this module")
	}
	var file struct {
		Vectors []struct {
			Name, Body       string
			Headers          map[string]string
			Secrets          []string
			Now              int64
			ToleranceSeconds int64
			Genuine          bool
		}
	}
	if err := errors.Join(err, json.Unmarshal(text, &file)); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) < 20 {
		t.Fatalf("%s has %d vectors", path, len(file.Vectors))
	}
	for _, vector := range file.Vectors {
		t.Run(vector.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range vector.Headers {
				header[name] = []string{value}
			}
			verifier := bundlewire.Verifier{
				Secrets: vector.Secrets, Tolerance: time.Duration(vector.ToleranceSeconds) * time.Second,
				Now: func() time.Time { return time.Unix(vector.Now, 0) },
			}
			err := verifier.VerifySignature([]byte(vector.Body), header)
			if (err == nil) != vector.Genuine {
				t.Errorf("genuine is %t, but: %v", vector.Genuine, err)
			}
		})
	}
}

func TestVerifyWebhookReturnsTheEventOrAReason(t *testing.T) {
	verified, err := bundlewire.VerifyWebhook([]byte(event), scripted.Sign(event, "whsec_new"), "whsec_new", "whsec_old")
	if err != nil {
		t.Fatal(err)
	}
	purchase, err := verified.Data.Purchase()
	if err != nil || verified.Type != bundlewire.EventPurchaseSuccessful || purchase.Reference != "order-1" {
		t.Errorf("read %+v, %v", purchase, err)
	}
	if _, err := verified.Data.Batch(); err == nil {
		t.Error("a purchase was read as a batch")
	}
	var refused *bundlewire.WebhookError
	for _, wrong := range []struct {
		reason  bundlewire.WebhookReason
		body    string
		secrets []string
	}{
		{bundlewire.WebhookSecretMissing, event, []string{""}},
		{bundlewire.WebhookSecretMissing, event, nil},
		{bundlewire.WebhookSignatureWrong, event, []string{"", "whsec_other"}},
		{bundlewire.WebhookNotAnEvent, "[]", []string{"whsec_new"}},
	} {
		_, err := bundlewire.VerifyWebhook([]byte(wrong.body), scripted.Sign(wrong.body, "whsec_new"), wrong.secrets...)
		if !errors.As(err, &refused) || refused.Reason != wrong.reason {
			t.Errorf("%s: %v", wrong.reason, err)
		}
	}
}

func TestTheEventOfACampaignHasItsBatch(t *testing.T) {
	const completed = `{"id":"evt_2","object":"event","type":"batch.completed","created_at":"2026-01-01T00:00:00.000Z",
		"data":{"object":{"id":"bat_1","object":"batch","status":"completed","reference":"december",
		"counts":{"rows":3,"successful":2,"failed":1}}}}`
	verified, err := bundlewire.VerifyWebhook([]byte(completed), scripted.Sign(completed, "whsec_1"), "whsec_1")
	if err != nil || verified.Type != bundlewire.EventBatchCompleted {
		t.Fatal(verified, err)
	}
	batch, err := verified.Data.Batch()
	if err != nil || batch.Reference != "december" || batch.Status != bundlewire.BatchCompleted || batch.Counts.Successful != 2 {
		t.Errorf("read %+v, %v", batch, err)
	}
	if _, err := verified.Data.Purchase(); err == nil {
		t.Error("a batch was read as a purchase")
	}
}

func TestWebhookHandlerAnswersAsTheAPIExpects(t *testing.T) {
	var handled []string
	handler, err := bundlewire.WebhookHandler([]string{"whsec_1"}, func(_ context.Context, e *bundlewire.WebhookEvent) error {
		handled = append(handled, e.ID)
		if len(handled) > 1 {
			return errors.New("not stored")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	send := func(method, body string, header http.Header) int {
		request := httptest.NewRequest(method, "/webhooks", strings.NewReader(body))
		request.Header = header
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, request)
		return response.Code
	}
	genuine := scripted.Sign(event, "whsec_1")
	for _, each := range []struct {
		want   int
		method string
		body   string
		header http.Header
	}{
		{401, "POST", event, scripted.Sign(event, "whsec_2")},
		{401, "POST", event + " ", genuine},
		{405, "GET", "", genuine},
		{400, "POST", strings.Repeat(" ", 2<<20), genuine},
		{204, "POST", event, genuine},
		{500, "POST", event, genuine},
	} {
		if got := send(each.method, each.body, each.header); got != each.want {
			t.Errorf("%s was answered with %d, not %d", each.method, got, each.want)
		}
	}
	if len(handled) != 2 {
		t.Errorf("handled %v", handled)
	}
	var refused *bundlewire.WebhookError
	if _, err := bundlewire.WebhookHandler([]string{os.Getenv("NO_SUCH_SECRET")}, nil); !errors.As(err, &refused) {
		t.Errorf("an empty secret was accepted: %v", err)
	}
}
