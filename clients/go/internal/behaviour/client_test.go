// Package behaviour_test tests this module as its users see it.
package behaviour_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

func TestNoSecretIsLoggedOrPrinted(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	server := scripted.New(t, scripted.Lost, scripted.JSON(200, `{"object":"list","data":[]}`), scripted.Lost)
	client := open(t, server, bundlewire.WithLogger(logger), bundlewire.WithRetries(2, time.Minute))
	query := bundlewire.PurchaseQuery{PhoneNumber: number}
	for range client.Purchases.List(context.Background(), query) {
	}
	var failure error
	for _, err := range client.Purchases.List(context.Background(), query) {
		failure = err
	}
	if failure == nil || !strings.Contains(log.String(), "path=/v1/purchases") {
		t.Fatalf("failed with %v, logged %s", failure, log.String())
	}
	shown := log.String() + failure.Error() + fmt.Sprintf("%+v %#v %+v", client, client, client.Purchases)
	for _, secret := range []string{key, "2348031234567"} {
		if strings.Contains(shown, secret) {
			t.Errorf("%s is shown: %s", secret, shown)
		}
	}
}

func TestWrongArgumentsAreRefusedBeforeAnyRequest(t *testing.T) {
	var wrong *bundlewire.ArgumentError
	for _, address := range []string{"", "api.example.com", "http://api.example.com", "ftp://localhost", "https://a:b@c"} {
		if _, err := bundlewire.NewClient(address, key); !errors.As(err, &wrong) {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, address := range []string{"https://api.example.com/base/", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"} {
		if _, err := bundlewire.NewClient(address, key); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, wrongKey := range []string{"", "bw_test_secret\n"} {
		if _, err := bundlewire.NewClient("https://a", wrongKey); !errors.As(err, &wrong) || strings.Contains(err.Error(), "bw_") {
			t.Errorf("%q: %v", wrongKey, err)
		}
	}
	server := scripted.New(t, scripted.HTML(500))
	client := open(t, server)
	_, noReference := client.Purchases.Buy(context.Background(), bundlewire.Order{PhoneNumber: number, BundleID: "b"})
	_, noID := client.Purchases.Get(context.Background(), "")
	_, parent := client.Batches.Start(context.Background(), "..")
	for _, err := range []error{noReference, noID, parent} {
		if !errors.As(err, &wrong) {
			t.Errorf("failed with %v", err)
		}
	}
	if len(server.Requests()) != 0 {
		t.Errorf("%d requests", len(server.Requests()))
	}
}

func TestUserAgentHasVersionAndSuffix(t *testing.T) {
	server := scripted.New(t, scripted.JSON(200, `{"object":"balance","available":{"amount":1,"currency":"NGN"}}`))
	client := open(t, server, bundlewire.WithUserAgent("shop/1.4"))
	balance, err := client.Balance(context.Background())
	if err != nil || balance.Available.Amount != 1 {
		t.Fatal(balance, err)
	}
	agent := server.Requests()[0].Header.Get("User-Agent")
	if agent != client.UserAgent() || !strings.HasPrefix(agent, "bundlewire-go/0.2.0 (go 1.") ||
		!strings.HasSuffix(agent, ") shop/1.4") {
		t.Errorf("sent %q", agent)
	}
}

func TestUploadSendsEveryOption(t *testing.T) {
	server := scripted.New(t, scripted.JSON(201, ready))
	_, err := open(t, server).Batches.Upload(context.Background(), bundlewire.BatchUpload{
		Reference: "december", Sheet: "December", KeepUnknownColumns: true, DuplicateWindowHours: 24,
		OnDuplicate: "buy", Repair: "propose", DefaultCountry: "NG", DataMB: 1024, ValidityHours: 720,
	}, strings.NewReader(csvFile))
	want := "/v1/batches?data_mb=1024&default_country=NG&duplicate_window_hours=24&on_duplicate=buy" +
		"&on_unknown_columns=keep&reference=december&repair=propose&sheet=December&validity_hours=720"
	if sent := server.Requests()[0].URI; err != nil || sent != want {
		t.Errorf("sent %s, %v", sent, err)
	}
}

func TestCommandsSendWhatYouAgreeTo(t *testing.T) {
	answer := scripted.JSON(200, ready)
	server := scripted.New(t, answer, answer, answer, answer, answer)
	ctx, batches := context.Background(), open(t, server).Batches
	cost := &bundlewire.Money{Amount: 500, Currency: "NGN"}
	_, accepted := batches.AcceptCorrections(ctx, "bat_1")
	_, declined := batches.RejectCorrections(ctx, "bat_1")
	_, started := batches.StartWith(ctx, "bat_1", bundlewire.StartBatch{ApprovedCost: cost, FileSHA256: "9f86", First: 10})
	_, resumed := batches.ResumeWith(ctx, "bat_1", bundlewire.ResumeBatch{ApprovedCost: cost})
	_, plain := batches.Start(ctx, "bat_1")
	if err := errors.Join(accepted, declined, started, resumed, plain); err != nil {
		t.Fatal(err)
	}
	for index, want := range []string{
		"/corrections/accept ", "/corrections/reject ",
		`/start {"approved_cost":{"amount":500,"currency":"NGN"},"file_sha256":"9f86","first":10}`,
		`/resume {"approved_cost":{"amount":500,"currency":"NGN"}}`, "/start ",
	} {
		sent := server.Requests()[index]
		if found := sent.URI + " " + sent.Body; found != "/v1/batches/bat_1"+want {
			t.Errorf("sent %s", found)
		}
	}
}
