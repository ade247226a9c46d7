------------------------------- MODULE Purchase -------------------------------
(***************************************************************************)
(* Faults, time, every step that can happen, and what must always hold.    *)
(* README.md explains this to a reader who has never seen TLA+.            *)
(***************************************************************************)
EXTENDS Settling, TLC

(* ---- Faults. A part that is slow or away needs no step: no step ever has to happen soon. ---- *)

CountFault ==
  /\ MaxFaults = 0 \/ faults < MaxFaults
  /\ faults' = IF MaxFaults = 0 THEN 0 ELSE faults + 1

(* Only an outage while settling is due can delay the end of the purchase beyond resolve_by. *)
NoteOutage == watch' = [watch EXCEPT !.outage = @ \/ (clock = SettleBy /\ db.status = "pending")]

(* A worker is killed, or a call to PostgreSQL fails before its commit. Temporal runs the activity again. *)
FailActivity(w) ==
  /\ act[w] # NoTask
  /\ act' = [act EXCEPT ![w] = NoTask]
  /\ wf' = IF act[w].live THEN Again ELSE wf
  /\ UNCHANGED <<clock, db, gw, lateWf, guard, watch, faults>>

(* Temporal gives an activity up that still runs: its worker is stopped (SIGSTOP) or cut off. *)
AbandonActivity(w) ==
  /\ act[w].live
  /\ act' = [act EXCEPT ![w].live = FALSE]
  /\ wf' = Again
  /\ UNCHANGED <<clock, db, gw, lateWf, guard, watch, faults>>

FailGuard(g) ==
  /\ guard[g] # "idle" /\ CountFault /\ NoteOutage
  /\ guard' = [guard EXCEPT ![g] = "idle"]
  /\ UNCHANGED <<clock, db, gw, wf, lateWf, act>>

(* Temporal loses its store. Activities of lost workflows still run to their end. *)
LoseWorkflows ==
  /\ wf.pc # "none" \/ lateWf
  /\ CountFault
  /\ wf' = Place("none", 0)
  /\ lateWf' = FALSE
  /\ act' = [w \in Workers |-> [act[w] EXCEPT !.live = FALSE]]
  /\ watch' = [watch EXCEPT !.lateLost = @ \/ (lateWf /\ "late_inquiry_lost" \in Broken)]
  /\ UNCHANGED <<clock, db, gw, guard>>

(* PostgreSQL fails over to a synchronous standby: transactions end, and what was committed stays. *)
FailOver ==
  /\ db.status # "none" /\ CountFault /\ NoteOutage
  /\ guard' = [g \in Guards |-> "idle"]
  /\ db' = IF "asynchronous_standby" \in Broken
           THEN [db EXCEPT !.fence = [a \in Attempts |-> IF @[a] = "open" THEN "none" ELSE @[a]]]
           ELSE db
  /\ UNCHANGED <<clock, gw, wf, lateWf, act>>

(* Only in the variant event_apart: a process writes the event later, or is killed before that. *)
WriteEvent ==
  /\ \E s \in db.unwritten : db' = [db EXCEPT !.events[s] = @ + 1, !.unwritten = @ \ {s}]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults>>
ForgetEvent ==
  /\ db.unwritten # {}
  /\ db' = [db EXCEPT !.unwritten = {}]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults>>

(* ---- Time ---- *)

(* Two arithmetic facts about the margins are assumed. A worker that is not held up sends before settling is due: *)
(* at most 3 s after a fence that leaves 5 s and the gateway's time limit. And without an outage, one pass of one  *)
(* guard ends within the margin of 1.5 s before resolve_by.                                                        *)
Tick ==
  /\ clock < ResolveBy
  /\ clock + 1 = SettleBy => \A w \in Workers : Doing(w, "submit", "send") => act[w].stale
  /\ clock + 1 = ResolveBy =>
       db.status # "pending" \/ watch.passed \/ watch.outage \/ "no_guard" \in Broken
  /\ clock' = clock + 1
  /\ UNCHANGED <<db, gw, wf, lateWf, act, guard, watch, faults>>

(* ---- The specification ---- *)

WorkerStep(w) ==
  \/ TakeSubmit(w) \/ OpenFence(w) \/ HoldUp(w) \/ Send(w) \/ SendNothing(w) \/ MarkSent(w)
  \/ Answer(w) \/ Record(w) \/ Book(w)
  \/ TakeInquiry(w) \/ Ask(w) \/ Store(w)
GuardStep(g) == Look(g) \/ Expire(g)
GatewayStep == Decide \/ \E a \in Attempts : Arrive(a) \/ GetLost(a)
LateStep == StartLateInquiry \/ InquireLate
Fault == LoseWorkflows \/ FailOver \/ ForgetEvent
         \/ \E w \in Workers : FailActivity(w) \/ AbandonActivity(w)
         \/ \E g \in Guards : FailGuard(g)

Next ==
  \/ Accept \/ Start \/ Callback \/ HandleCallback \/ HearDecision \/ WriteEvent
  \/ GatewayStep \/ LateStep \/ Fault \/ Tick
  \/ \E w \in Workers : WorkerStep(w)
  \/ \E g \in Guards : GuardStep(g)

Spec == Init /\ [][Next]_vars

(* Time passes, a guard runs, callbacks are taken up, late inquiries are made. Neither the workflow of the       *)
(* purchase nor the gateway is assumed to do anything.                                                           *)
FairSpec ==
  /\ Spec
  /\ WF_vars(Tick) /\ WF_vars(HandleCallback) /\ WF_vars(LateStep)
  /\ WF_vars(\E w \in Workers : HoldUp(w))
  /\ WF_vars(\E g \in Guards : GuardStep(g))

(* ---- What must always hold ---- *)

(* No order leaves while an earlier one may have reached the gateway. *)
NoBlindResend == ~watch.blind
OrderedOnce == gw.orders <= 1
NeverSentAfterFinal == ~watch.afterFinal

(* The hold is captured or released exactly once, and a refund follows a capture. *)
HoldEndsOnce ==
  /\ db.captured = IF db.status \in {"successful", "reversed"} THEN 1 ELSE 0
  /\ db.released = IF db.status = "failed" THEN 1 ELSE 0
  /\ db.refunded = IF db.status = "reversed" THEN 1 ELSE 0

(* Each state that was reached has one event. *)
Reached(s) == db.status = s \/ (s = "successful" /\ db.status = "reversed")
EventOnce ==
  \A s \in Finals : s \notin db.unwritten => db.events[s] = IF Reached(s) THEN 1 ELSE 0

(* Without an outage, the purchase is final by resolve_by. *)
FinalByDeadline == clock = ResolveBy /\ ~watch.outage => db.status # "pending"

(* A final state stays, except that a delivery can be reversed. *)
OneFinalState ==
  [][IsFinal(db) => db'.status = db.status \/ (db.status = "successful" /\ db'.status = "reversed")]_vars

Fails == db.status = "pending" /\ db'.status = "failed"
(* A confirmation that was stored in time is never followed by a failure. *)
ConfirmationCounts == [][Fails => db.conf # "timely"]_vars
(* Nor is a signed callback, unless it came during the settlement, or the gateway has reversed the delivery since. *)
CallbackCounts ==
  [][Fails /\ db.cb = "timely" /\ gw.order # "reversed" => \E g \in Guards : guard[g] = "expired"]_vars

(* ---- What must happen in the end ---- *)

EventuallyFinal == db.status = "pending" ~> IsFinal(db)
(* Charged, listed as late, or reversed. *)
DeliveryRecorded == gw.order = "delivered" ~> (db.captured = 1 \/ db.late \/ gw.order = "reversed")

Symmetry == Permutations(Workers) \cup Permutations(Guards)
=============================================================================
