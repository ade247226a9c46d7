package bundlewire_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

func ExampleNewClient() {
	client, err := bundlewire.NewClient("https://api.bundlewire.example", os.Getenv("BUNDLEWIRE_API_KEY"),
		bundlewire.WithTimeout(20*time.Second), bundlewire.WithRetries(8, 3*time.Minute),
		bundlewire.WithLogger(slog.Default()), bundlewire.WithUserAgent("shop/1.4"))
	if err != nil {
		log.Fatal(err)
	}
	balance, err := client.Balance(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(balance.Available.Amount)
}

func ExamplePurchases_Buy() {
	var client *bundlewire.Client
	bought, err := client.Purchases.Buy(context.Background(), bundlewire.Order{
		Reference: "order-1001", PhoneNumber: "+2348031234567", BundleID: "bnd_mtn_ng_1gb_30d",
	})
	var unknown *bundlewire.NoAnswerError
	if errors.As(err, &unknown) {
		log.Fatalf("send %s again later", unknown.Reference)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bought.Purchase.Status)
}

func ExamplePurchases_List() {
	var client *bundlewire.Client
	query := bundlewire.PurchaseQuery{Status: bundlewire.PurchasePending}
	for purchase, err := range client.Purchases.List(context.Background(), query) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(purchase.Reference)
	}
}

func ExampleBatches_Upload() {
	var client *bundlewire.Client
	file, err := os.Open("campaign.csv")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	batch, err := client.Batches.Upload(context.Background(), bundlewire.BatchUpload{Reference: "december"}, file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(batch.Counts.Valid)
}

func ExampleStatements_Reconcile() {
	var client *bundlewire.Client
	books := []bundlewire.Record{{Type: bundlewire.LinePurchase, Reference: "order-1001", Price: 100000}}
	result, err := client.Statements.Reconcile(context.Background(), "2026-11-20", books)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.AddsUp, result.Matched, len(result.Missing))
}

func ExampleWebhookHandler() {
	seen := map[string]bool{}
	handler, err := bundlewire.WebhookHandler([]string{"whsec_example"},
		func(_ context.Context, event *bundlewire.WebhookEvent) error {
			if seen[event.ID] {
				return nil
			}
			seen[event.ID] = true
			purchase, err := event.Data.Purchase()
			if err == nil {
				fmt.Println(event.Type, purchase.Reference)
			}
			return err
		})
	if err != nil {
		log.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodPost, "/webhooks", strings.NewReader(scripted.Event))
	request.Header = scripted.Sign(scripted.Event, "whsec_example")
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, request)
	fmt.Println(response.Code)
	// Output:
	// purchase.successful order-1
	// 204
}
