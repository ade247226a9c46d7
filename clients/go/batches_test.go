package bundlewire_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

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
