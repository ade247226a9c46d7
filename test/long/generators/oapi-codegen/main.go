package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.com/shop/bundlewire"
)

var ctx = context.Background()

func main() {
	key := os.Getenv("API_KEY")
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	api, err := bundlewire.NewClientWithResponses(
		os.Getenv("BASE_URL"), bundlewire.WithRequestEditorFn(authorize))
	check(err)

	buy(api)
	runCampaign(api)

	statement, err := api.GetStatementWithResponse(ctx, os.Getenv("DATE"))
	check(err)
	day := must(statement.JSON200, statement.Body)
	fmt.Println("statement", day.Date, day.Status, day.Totals.Funding.Amount)

	readWebhooks()
}

func buy(api *bundlewire.ClientWithResponses) {
	created, err := api.CreatePurchaseWithResponse(ctx, bundlewire.CreatePurchase{
		Reference:   os.Getenv("REFERENCE"),
		PhoneNumber: os.Getenv("PHONE_NUMBER"),
		BundleId:    os.Getenv("BUNDLE_ID"),
	})
	check(err)
	purchase := must(created.JSON201, created.Body)
	fmt.Println("bought", purchase.Reference, purchase.Status, purchase.Price.Amount, purchase.Price.Currency)

	for purchase.Status == "pending" {
		time.Sleep(200 * time.Millisecond)
		read, err := api.GetPurchaseWithResponse(ctx, purchase.Id)
		check(err)
		purchase = must(read.JSON200, read.Body)
	}
	fmt.Println("read", purchase.Reference, purchase.Status)
}

func runCampaign(api *bundlewire.ClientWithResponses) {
	file, err := os.Open(os.Getenv("CAMPAIGN"))
	check(err)
	defer file.Close()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "campaign.csv")
	check(err)
	_, err = io.Copy(part, file)
	check(err)
	check(writer.Close())

	params := &bundlewire.CreateBatchParams{Reference: os.Getenv("REFERENCE") + "-campaign"}
	created, err := api.CreateBatchWithBodyWithResponse(ctx, params, writer.FormDataContentType(), &form)
	check(err)
	batch := must(created.JSON201, created.Body)
	for batch.Status != "completed" {
		time.Sleep(200 * time.Millisecond)
		read, err := api.GetBatchWithResponse(ctx, batch.Id)
		check(err)
		batch = must(read.JSON200, read.Body)
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

func must[T any](answer *T, body []byte) *T {
	if answer == nil {
		log.Fatal(string(body))
	}
	return answer
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
