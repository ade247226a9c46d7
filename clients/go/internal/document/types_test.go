// Package document_test compares the types of this module with the document of the API.
package document_test

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// types has the type for each schema of the API's document.
var types = map[string]any{
	"ApiKey": bundlewire.APIKey{}, "ApiKeyWithSecret": bundlewire.APIKeyWithSecret{}, "Approval": bundlewire.Approval{},
	"ApprovalActor": bundlewire.ApprovalActor{}, "ApprovalDecision": bundlewire.ApprovalDecision{},
	"ApprovalRules": bundlewire.ApprovalRules{}, "ApprovalTerms": bundlewire.ApprovalTerms{},
	"AuditEntry": bundlewire.AuditEntry{}, "AuditPrincipal": bundlewire.AuditPrincipal{},
	"CampaignApprovalRule": bundlewire.CampaignApprovalRule{}, "CreateApiKey": bundlewire.NewAPIKey{},
	"ReplaceApprovalRules":        bundlewire.ReplaceApprovalRules{},
	"ReplaceCampaignApprovalRule": bundlewire.CampaignApprovalRule{},
	"ReplaceSpendCaps":            bundlewire.ReplaceSpendCaps{}, "SpendCaps": bundlewire.SpendCaps{},
	"UpdateApiKey": bundlewire.APIKeyChanges{},
	"Organisation": bundlewire.Organisation{}, "OrganisationAccount": bundlewire.OrganisationAccount{},
	"Person": bundlewire.Person{}, "Role": bundlewire.Role{},
	"UpdateOrganisation": bundlewire.OrganisationChanges{}, "UpdatePerson": bundlewire.PersonChanges{},
	"Balance": bundlewire.Balance{}, "Batch": bundlewire.Batch{}, "BatchCounts": bundlewire.BatchCounts{},
	"BatchLineError": bundlewire.RowIssue{}, "BatchNotice": bundlewire.BatchNotice{},
	"BatchCorrection": bundlewire.BatchCorrection{}, "BatchCorrections": bundlewire.BatchCorrections{},
	"BatchDuplicateOf": bundlewire.DuplicateOf{}, "BatchOwnColumn": bundlewire.OwnColumn{},
	"BatchOwner": bundlewire.BatchOwner{}, "BatchPause": bundlewire.BatchNotice{}, "BatchRejection": bundlewire.BatchRejection{},
	"BatchRow": bundlewire.BatchRow{}, "BatchRowFailure": bundlewire.Failure{}, "Bundle": bundlewire.Bundle{},
	"CreatePurchase": bundlewire.Order{}, "DeliveryAttempt": bundlewire.DeliveryAttempt{},
	"Event": bundlewire.Event{}, "EventData": bundlewire.EventData{},
	"EventDeliveryWithAttempts": bundlewire.EventDelivery{}, "EventWithAttempts": bundlewire.Event{},
	"Money": bundlewire.Money{}, "Network": bundlewire.Network{}, "NumberLookup": bundlewire.NumberLookup{},
	"PlatformStatus": bundlewire.PlatformStatus{}, "Purchase": bundlewire.Purchase{},
	"PurchaseDelivery": bundlewire.PurchaseDelivery{}, "PurchaseEvent": bundlewire.WebhookEvent{},
	"PurchaseFailure": bundlewire.Failure{}, "PurchaseReversal": bundlewire.PurchaseReversal{},
	"PurchasedBundle": bundlewire.PurchasedBundle{}, "RecentDelivery": bundlewire.RecentDelivery{},
	"ResumeBatch": bundlewire.ResumeBatch{}, "StartBatch": bundlewire.StartBatch{},
	"Statement": bundlewire.Statement{}, "StatementLine": bundlewire.StatementLine{},
	"StatementTotal": bundlewire.StatementTotal{}, "StatementTotals": bundlewire.StatementTotals{},
	"Status": bundlewire.Status{}, "BatchEvent": bundlewire.WebhookEvent{},
	"ApprovalEvent":   bundlewire.WebhookEvent{},
	"BatchRowChanges": bundlewire.RowChanges{}, "AllowedBundles": bundlewire.AllowedBundles{}, "BatchWaitsFor": bundlewire.BatchWaitsFor{},
	"Blocklist": bundlewire.Blocklist{}, "BlocklistLookup": bundlewire.BlocklistLookup{},
	"ChangedBlocklist": bundlewire.ChangedBlocklist{}, "ScheduleBatch": bundlewire.ScheduleBatch{},
	"RequestBatchStart":     bundlewire.RequestBatchStart{},
	"CreateWebhookEndpoint": bundlewire.NewWebhookEndpoint{}, "IpAllowlist": bundlewire.IPAllowlist{},
	"LowBalanceAlert":    bundlewire.LowBalanceAlert{},
	"ReplaceIpAllowlist": bundlewire.ReplaceIPAllowlist{}, "ReplaceLowBalanceAlert": bundlewire.NewLowBalanceAlert{},
	"BatchBreakdown": bundlewire.BatchBreakdown{}, "BatchOutcome": bundlewire.BatchOutcome{},
	"ApprovedCost": bundlewire.Money{}, "BatchRowEdit": bundlewire.BatchRowEdit{},
	"ChangeBatchRow": bundlewire.ChangeBatchRow{}, "ChangeBatchRows": bundlewire.ChangeBatchRows{},
	"CreateRecurringBatch": bundlewire.NewRecurringBatch{}, "Notices": bundlewire.Notices{},
	"RecurringBatch": bundlewire.RecurringBatch{}, "RecurringBatchRun": bundlewire.RecurringBatchRun{},
	"RecurringBatchSkip": bundlewire.RecurringBatchSkip{}, "ReplaceNotices": bundlewire.ReplaceNotices{},
	"ReplaceSpendingLimits": bundlewire.ReplaceSpendingLimits{}, "RetryBatch": bundlewire.RetryBatch{},
	"SpendingLimits":            bundlewire.SpendingLimits{},
	"UpdateWebhookEndpoint":     bundlewire.WebhookEndpointChanges{},
	"WebhookEndpoint":           bundlewire.WebhookEndpoint{},
	"WebhookEndpointAttempt":    bundlewire.WebhookEndpointAttempt{},
	"WebhookEndpointWithSecret": bundlewire.WebhookEndpointWithSecret{},
}

func TestTypesHaveEveryFieldOfTheDocument(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/openapi.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the document is in the repository of Bundlewire, not in this module")
	}
	var document struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := errors.Join(err, json.Unmarshal(text, &document)); err != nil {
		t.Fatal(err)
	}
	for schema, value := range types {
		properties := document.Components.Schemas[schema].Properties
		fields := map[string]bool{}
		addFields(fields, reflect.TypeOf(value))
		for property := range properties {
			if !fields[property] {
				t.Errorf("%s has no field for %s", schema, property)
			}
		}
		for field := range fields {
			if _, known := properties[field]; !known {
				t.Errorf("the field %s is not in %s", field, schema)
			}
		}
	}
}

func addFields(names map[string]bool, of reflect.Type) {
	for index := range of.NumField() {
		field := of.Field(index)
		if field.Anonymous {
			addFields(names, field.Type)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = true
	}
}
