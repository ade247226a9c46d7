package behaviour_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

const (
	csvFile  = "phone_number,bundle_id\n+2348031234567,bnd_mtn_ng_1gb_30d\n"
	ready    = `{"id":"bat_1","object":"batch","status":"ready"}`
	checking = `{"id":"bat_1","object":"batch","status":"validating"}`
	closed   = `{"object":"statement","date":"2026-11-20","status":"closed","opening_balance":100,"closing_balance":250}`
	dayFile  = "line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after\n" +
		"stl_1,funding,2026-11-20T00:00:01.000Z,,,,,200,NGN,300\n" +
		"stl_2,purchase,2026-11-20T00:00:02.000Z,pur_1,order-1,+2348031234567,bnd_1,-50,NGN,250\n" +
		"stl_3,purchase,2026-11-20T00:00:03.000Z,pur_2,order-2,+2348031234567,bnd_1,-30,NGN,220\n" +
		"stl_4,reversal,2026-11-20T00:00:04.000Z,pur_2,order-2,+2348031234567,bnd_1,30,NGN,250\n"
)

var upload = bundlewire.BatchUpload{
	Reference: "december", Manual: true, Columns: map[string]string{"phone_number": "MSISDN"},
}

func TestUploadSendsTheWholeFileAgain(t *testing.T) {
	reopen := upload
	reopen.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(csvFile)), nil }
	seekable := strings.NewReader("before" + csvFile)
	seekable.Seek(6, io.SeekStart)
	for name, send := range map[string]struct {
		upload  bundlewire.BatchUpload
		content io.Reader
	}{"a reader that can seek": {upload, seekable}, "a file that is opened again": {reopen, nil}} {
		t.Run(name, func(t *testing.T) {
			server := scripted.New(t, scripted.Unread, scripted.Lost, scripted.JSON(201, ready))
			batch, err := open(t, server).Batches.Upload(context.Background(), send.upload, send.content)
			if err != nil || batch.Status != bundlewire.BatchReady {
				t.Fatal(batch, err)
			}
			sent := server.Requests()[2]
			if sent.Body != csvFile || sent.Header.Get("Content-Type") != "text/csv" ||
				sent.URI != "/v1/batches?column.phone_number=MSISDN&reference=december&start=manual" {
				t.Errorf("sent %+v", sent)
			}
		})
	}
}

func TestUploadOfAReaderThatCannotSeekIsSentOnce(t *testing.T) {
	server := scripted.New(t, scripted.Lost, scripted.JSON(201, ready))
	once := io.MultiReader(strings.NewReader(csvFile))
	_, err := open(t, server).Batches.Upload(context.Background(), upload, once)
	var unknown *bundlewire.NoAnswerError
	if !errors.As(err, &unknown) || unknown.Reference != "december" || len(server.Requests()) != 1 ||
		!strings.Contains(err.Error(), "the file was sent once") {
		t.Errorf("failed with %v", err)
	}
}

func TestUploadKeepsAnUnknownOutcomeIfTheFileCannotBeReadAgain(t *testing.T) {
	server := scripted.New(t, scripted.Lost, scripted.JSON(201, ready))
	gone, opened := errors.New("file is gone"), 0
	again := upload
	again.GetBody = func() (io.ReadCloser, error) {
		if opened++; opened > 1 {
			return nil, gone
		}
		return io.NopCloser(strings.NewReader(csvFile)), nil
	}
	_, err := open(t, server).Batches.Upload(context.Background(), again, nil)
	var unknown *bundlewire.NoAnswerError
	if !errors.As(err, &unknown) || !errors.Is(err, gone) || unknown.Reference != "december" || unknown.Attempts != 1 {
		t.Errorf("failed with %v", err)
	}
}

func TestUploadReportsAFileThatCannotBeRead(t *testing.T) {
	unreadable := errors.New("disk failed")
	server := scripted.New(t, scripted.JSON(201, ready))
	content := io.MultiReader(strings.NewReader(csvFile), iotest.ErrReader(unreadable))
	if _, err := open(t, server).Batches.Upload(context.Background(), upload, content); !errors.Is(err, unreadable) {
		t.Errorf("failed with %v", err)
	}
}

func TestWaitCheckedEndsWithTheErrorsOfARejectedFile(t *testing.T) {
	server := scripted.New(t, scripted.JSON(200, checking), scripted.JSON(200, ready))
	if batch, err := open(t, server).Batches.WaitChecked(context.Background(), "bat_1"); err != nil || batch.Status != "ready" {
		t.Error(batch, err)
	}
	server = scripted.New(t, scripted.JSON(200, checking), scripted.JSON(200, `{"id":"bat_1","object":"batch",
		"status":"rejected","rejection":{"code":"unknown_column","message":"Remove it.","line":null},
		"errors":[{"line":3,"column":"bundle_id","code":"bundle_unavailable","message":"Choose another bundle."}]}`))
	_, err := open(t, server).Batches.WaitChecked(context.Background(), "bat_1")
	var rejected *bundlewire.BatchRejectedError
	if !errors.As(err, &rejected) || rejected.Batch.Errors[0].Line != 3 || !strings.Contains(err.Error(), "Remove it.") {
		t.Errorf("failed with %v", err)
	}
}

func TestSaveResultsStartsAgainWhenADownloadBreaksOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.csv")
	server := scripted.New(t, scripted.Broken("text/csv", csvFile), scripted.HTML(200),
		scripted.Answer(200, "text/csv; charset=utf-8", csvFile))
	size, err := open(t, server).Batches.SaveResults(
		context.Background(), "bat_1", bundlewire.RowQuery{Unbought: true}, path)
	if err != nil || size != int64(len(csvFile)) {
		t.Fatal(size, err)
	}
	saved, err := os.ReadFile(path)
	if err != nil || string(saved) != csvFile || server.Requests()[2].URI != "/v1/batches/bat_1/rows?only=unbought" {
		t.Errorf("saved %q, %v", saved, err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("left %v", files)
	}
}

func TestLinesAreStreamedAndAddUp(t *testing.T) {
	server := scripted.New(t, scripted.JSON(200, closed), scripted.Answer(200, "text/csv", dayFile))
	sum := int64(0)
	for line, err := range open(t, server).Statements.Lines(context.Background(), "2026-11-20") {
		if err != nil {
			t.Fatal(err)
		}
		sum += line.Amount
		if line.ID == "stl_2" && (*line.Reference != "order-1" || line.OccurredAt.Second() != 2) {
			t.Errorf("read %+v", line)
		}
	}
	if sum != 150 {
		t.Errorf("the sum is %d", sum)
	}
}

func TestLinesEndWithAnErrorOfTheirKind(t *testing.T) {
	last := func(replies ...scripted.Reply) (lines int, failure error) {
		client := open(t, scripted.New(t, append([]scripted.Reply{scripted.JSON(200, closed)}, replies...)...),
			bundlewire.WithTimeout(300*time.Millisecond), bundlewire.WithRetries(2, time.Minute))
		for line, err := range client.Statements.Lines(context.Background(), "2026-11-20") {
			if line != nil {
				lines++
			}
			failure = err
		}
		return lines, failure
	}
	var mismatch *bundlewire.StatementMismatchError
	short := strings.Replace(dayFile, ",200,", ",199,", 1)
	if lines, err := last(scripted.Answer(200, "text/csv", short)); lines != 4 || !errors.As(err, &mismatch) || mismatch.Sum != 149 {
		t.Errorf("%d lines, then %v", lines, err)
	}
	var unknown *bundlewire.NoAnswerError
	for name, reply := range map[string]scripted.Reply{
		"a broken download": scripted.Broken("text/csv", dayFile),
		"half a line":       scripted.Answer(200, "text/csv", dayFile[:len(dayFile)-5]),
		"a page of a proxy": scripted.HTML(200),
		"another file":      scripted.Answer(200, "text/csv", csvFile),
		"no header":         scripted.Answer(200, "text/csv", ""),
	} {
		if _, err := last(reply); !errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReconcileComparesADayWithYourRecords(t *testing.T) {
	open_ := strings.Replace(strings.Replace(closed, "closed", "open", 1), "250", "null", 1)
	page := func(purchase string) scripted.Reply {
		return scripted.JSON(200, `{"object":"list","data":[`+purchase+`]}`)
	}
	server := scripted.New(t, scripted.JSON(200, open_), scripted.JSON(200, closed),
		scripted.Answer(200, "text/csv", dayFile), page(""), page(`{"id":"pur_9","status":"failed"}`))
	client := open(t, server)
	var early *bundlewire.StatementOpenError
	if _, err := client.Statements.Reconcile(context.Background(), "2026-11-20", nil); !errors.As(err, &early) {
		t.Fatalf("reconciled an open day: %v", err)
	}
	result, err := client.Statements.Reconcile(context.Background(), "2026-11-20", []bundlewire.Record{
		{Type: bundlewire.LinePurchase, Reference: "order-1", Price: 50},
		{Type: bundlewire.LinePurchase, Reference: "order-2", Price: 31},
		{Type: bundlewire.LinePurchase, Reference: "never-sent", Price: 1},
		{Type: bundlewire.LinePurchase, Reference: "refused", Price: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !result.AddsUp || result.Matched != 1 || len(result.Differing) != 1 || len(result.Others) != 1 ||
		len(result.Unexpected) != 1 || result.Unexpected[0].ID != "stl_4" || len(result.Missing) != 2 ||
		result.Missing[0].Why != bundlewire.MissingNeverReceived || result.Missing[1].Why != bundlewire.MissingFailed {
		t.Errorf("reconciled %+v", result)
	}
}

func TestReconcileRefusesRecordsThatItCannotCompare(t *testing.T) {
	good := bundlewire.Record{Type: bundlewire.LinePurchase, Reference: "order-1", Price: 50}
	for name, bad := range map[string]bundlewire.Record{
		"twice":          good,
		"no price":       {Type: bundlewire.LinePurchase, Reference: "order-2"},
		"funding":        {Type: bundlewire.LineFunding, Reference: "order-2", Price: 50},
		"without a name": {Type: bundlewire.LinePurchase, Price: 50},
	} {
		server := scripted.New(t, scripted.JSON(200, closed))
		_, err := open(t, server).Statements.Reconcile(context.Background(), "2026-11-20", []bundlewire.Record{good, bad})
		var wrong *bundlewire.ArgumentError
		if !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Argument, "records[1]") || len(server.Requests()) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
