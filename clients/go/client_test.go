package bundlewire_test

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
