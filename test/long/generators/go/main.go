package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.com/shop/bundlewire"
)

func main() {
	configuration := bundlewire.NewConfiguration()
	configuration.Servers = bundlewire.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := bundlewire.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), bundlewire.ContextAccessToken, os.Getenv("API_KEY"))

	buy(ctx, api)
	runCampaign(ctx, api)

	statement, _, err := api.StatementsAPI.GetStatement(ctx, os.Getenv("DATE")).Execute()
	check(err)
	fmt.Println("statement", statement.Date, statement.Status, statement.Totals.Funding.Amount)

	readWebhooks()
}

func buy(ctx context.Context, api *bundlewire.APIClient) {
	order := bundlewire.CreatePurchase{
		Reference:   os.Getenv("REFERENCE"),
		PhoneNumber: os.Getenv("PHONE_NUMBER"),
		BundleId:    os.Getenv("BUNDLE_ID"),
	}
	purchase, _, err := api.PurchasesAPI.CreatePurchase(ctx).CreatePurchase(order).Execute()
	check(err)
	fmt.Println("bought", purchase.Reference, purchase.Status, purchase.Price.Amount, purchase.Price.Currency)

	for purchase.Status == "pending" {
		time.Sleep(200 * time.Millisecond)
		purchase, _, err = api.PurchasesAPI.GetPurchase(ctx, purchase.Id).Execute()
		check(err)
	}
	fmt.Println("read", purchase.Reference, purchase.Status)
}

func runCampaign(ctx context.Context, api *bundlewire.APIClient) {
	file, err := os.Open(os.Getenv("CAMPAIGN"))
	check(err)
	reference := os.Getenv("REFERENCE") + "-campaign"
	batch, _, err := api.BatchesAPI.CreateBatch(ctx).Reference(reference).File(file).Execute()
	check(err)
	for batch.Status != "completed" {
		time.Sleep(200 * time.Millisecond)
		batch, _, err = api.BatchesAPI.GetBatch(ctx, batch.Id).Execute()
		check(err)
	}
	fmt.Println("campaign", batch.Reference, batch.Status, batch.Counts.Successful)
}

func readWebhooks() {
	files, err := filepath.Glob(filepath.Join(os.Getenv("WEBHOOKS"), "*"))
	check(err)
	for _, file := range files {
		body, err := os.ReadFile(file)
		check(err)
		readWebhook(body)
	}
}

func readWebhook(body []byte) {
	var head struct{ Type string }
	check(json.Unmarshal(body, &head))
	switch subject, _, _ := strings.Cut(head.Type, "."); subject {
	case "purchase":
		var event bundlewire.PurchaseEvent
		check(json.Unmarshal(body, &event))
		fmt.Println("webhook", event.Type, event.Data.Object.Reference, event.Data.Object.Status)
	case "batch":
		var event bundlewire.BatchEvent
		check(json.Unmarshal(body, &event))
		fmt.Println("webhook", event.Type, event.Data.Object.Reference, event.Data.Object.Status)
	case "approval":
		var event bundlewire.ApprovalEvent
		check(json.Unmarshal(body, &event))
		fmt.Println("webhook", event.Type, event.Data.Object.Id, event.Data.Object.Status)
	default:
		log.Fatal("unknown type of event: ", head.Type)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
