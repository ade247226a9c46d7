------------------------------- MODULE Ledger -------------------------------
(***************************************************************************)
(* The rows of one purchase in PostgreSQL, and what a settlement does to   *)
(* them: domain/purchase/purchase.ts and settlement.ts, without variables. *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Attempts,  \* The numbers of submissions: 1 .. n.
  Broken     \* The mistakes that a variant of the model makes; {} in the model itself.

(* Three times matter to a purchase, so the clock has four readings: sends may begin (0), no more  *)
(* sends begin (1), the purchase is due for settling (2), resolve_by has passed (3).                *)
Cutoff    == 1
SettleBy  == 2
ResolveBy == 3

Finals == {"successful", "failed", "reversed"}

(* Before the purchase is accepted. *)
NoRows == [
  status    |-> "none",                       \* purchases.status
  fence     |-> [a \in Attempts |-> "none"],  \* submissions: none, open, not_submitted
  conf      |-> "none",                       \* confirmations: none, timely, late (by received_at)
  cb        |-> "none",                       \* gateway_callbacks: none, timely, late, handled
  late      |-> FALSE,                        \* late_confirmations
  lateInq   |-> "none",                       \* late_inquiries: none, open, ended
  captured  |-> 0,                            \* statement_lines of type purchase
  released  |-> 0,                            \* holds that were released
  refunded  |-> 0,                            \* statement_lines of type reversal
  events    |-> [s \in Finals |-> 0],         \* events, by type
  unwritten |-> {} ]                          \* In the variant event_apart: what a process has in memory.

IsFinal(d)  == d.status \in Finals
EverSent(d) == \E a \in Attempts : d.fence[a] # "none"

(* A move writes the state and its event in one transaction. *)
Move(d, to) ==
  IF "event_apart" \in Broken
  THEN [d EXCEPT !.status = to, !.unwritten = @ \cup {to}]
  ELSE [d EXCEPT !.status = to, !.events[to] = @ + 1]

Capture(d) == [Move(d, "successful") EXCEPT !.captured = @ + 1]
Refund(d)  == [Move(d, "reversed") EXCEPT !.refunded = @ + 1]

(* After a timeout of an order that was sent, inquiries continue. *)
Release(d, isTimeout, isLate) ==
  [Move(d, "failed") EXCEPT
    !.released = @ + 1,
    !.late     = @ \/ isLate,
    !.lateInq  = IF isTimeout /\ EverSent(d) /\ ~isLate THEN "open" ELSE @ ]

SettlePending(d, report, now) ==
  CASE d.conf = "timely" \/ (report \in {"confirmed", "reversed"} /\ now < ResolveBy)
         -> IF report \in {"reversed", "voided"} THEN Refund(Capture(d)) ELSE Capture(d)
    [] d.conf # "timely" /\ report = "expired"
         -> IF now < SettleBy THEN d ELSE Release(d, TRUE, FALSE)
    [] d.conf # "timely" /\ report \in {"refused", "voided"}
         -> Release(d, now >= ResolveBy, FALSE)
    [] OTHER
         -> Release(d, TRUE, TRUE)

(* What one report does, decided under the lock of the account and of the purchase. *)
Settle(d, report, now) ==
  CASE d.status = "pending" \/ "settle_without_state" \in Broken
         -> SettlePending(d, report, now)
    [] d.status = "successful" /\ report \in {"reversed", "voided"} /\ "settle_without_state" \notin Broken
         -> Refund(d)
    [] d.status = "failed" /\ report \in {"confirmed", "reversed"} /\ "settle_without_state" \notin Broken
         -> [d EXCEPT !.late = TRUE]
    [] OTHER
         -> d

(* The first confirmation stays. What counts is when it was received. *)
StoreAs(d, received) == IF d.conf = "none" THEN [d EXCEPT !.conf = received] ELSE d
At(now) == IF now < ResolveBy THEN "timely" ELSE "late"
StoreConfirmation(d, now) == StoreAs(d, At(now))

(* A signed callback that still waits goes first (services/purchases/waiting-callbacks.ts): its confirmation is the one *)
(* that counts. The callback stays open until it is handled.                                                           *)
HearCallback(d) == IF d.cb \in {"timely", "late"} /\ "late_report_first" \notin Broken THEN StoreAs(d, d.cb) ELSE d
=============================================================================
