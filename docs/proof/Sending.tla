------------------------------- MODULE Sending -------------------------------
(***************************************************************************)
(* From the request to the gateway's answer: accept, start, fence, send,   *)
(* record, settle, and what the workflow does next.                        *)
(***************************************************************************)
EXTENDS State

(* services/purchases/accept-lane.ts: the purchase, its hold and its start, in one commit. *)
Accept ==
  /\ db.status = "none" /\ clock < Cutoff
  /\ db' = [db EXCEPT !.status = "pending"]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults>>

(* worker/relay/start-workflow.ts, for the row in the outbox that accepting wrote, or that the sweep wrote again   *)
(* (requeueSilent in db/purchases/guard.ts; here however soon). What runs or is complete is not started again.    *)
Start ==
  /\ db.status # "none" /\ wf.pc = "none"
  /\ wf' = Place("submit", 1)
  /\ UNCHANGED <<clock, db, gw, lateWf, act, guard, watch, faults>>

(* ---- What the workflow does with a verdict: workflows/purchase.ts ---- *)

(* "done" also if it only waits for the deadline: there, the guards of the model stand for it. *)
After(verdict) ==
  CASE verdict = "unknown" -> Place("inquire", wf.att)
    [] verdict = "resendable" /\ wf.att + 1 \in Attempts -> Place("submit", wf.att + 1)
    [] OTHER -> Place("done", 0)

(* Temporal runs an activity again whose result it did not get. *)
Again == [wf EXCEPT !.pc = CASE @ = "submitting" -> "submit" [] @ = "inquiring" -> "inquire" [] OTHER -> @]

(* An activity ends. Its worker may be killed, or lose its connection, before Temporal has the result. *)
EndTask(w, verdict) ==
  /\ act' = [act EXCEPT ![w] = NoTask]
  /\ IF act[w].live THEN wf' \in {After(verdict), Again} ELSE UNCHANGED wf

(* ---- One submission: services/purchases/submit.ts ---- *)

Doing(w, kind, step) == act[w].kind = kind /\ act[w].step = step

TakeSubmit(w) ==
  /\ wf.pc = "submit" /\ act[w] = NoTask
  /\ act' = [act EXCEPT ![w] = Task("submit", wf.att, "fence")]
  /\ wf' = [wf EXCEPT !.pc = "submitting"]
  /\ UNCHANGED <<clock, db, gw, lateWf, guard, watch, faults>>

(* db/purchases/fence.ts: a row, if the purchase is pending, there is time, and there is none yet. *)
OpenFence(w) ==
  /\ Doing(w, "submit", "fence")
  /\ LET row == db.fence[act[w].att] IN
     IF db.status = "pending" /\ clock < Cutoff /\ row = "none"
     THEN /\ act' = [act EXCEPT ![w].step = "send"]
          /\ db' = IF "fence_after_send" \in Broken THEN db
                   ELSE [db EXCEPT !.fence[act[w].att] = "open"]
          /\ UNCHANGED wf
     ELSE /\ EndTask(w, CASE db.status # "pending" -> "final"
                          [] db.status = "pending" /\ row = "not_submitted" -> "resendable"
                          [] db.status = "pending" /\ row = "open" -> "unknown"
                          [] OTHER -> "too_late")
          /\ UNCHANGED db
  /\ UNCHANGED <<clock, gw, lateWf, guard, watch, faults>>

(* HELD_UP_MS: the process was slow, or stopped, after its fence. *)
HoldUp(w) ==
  /\ Doing(w, "submit", "send") /\ ~act[w].stale
  /\ act' = [act EXCEPT ![w].stale = TRUE]
  /\ UNCHANGED <<clock, db, gw, wf, lateWf, guard, watch, faults>>

Send(w) ==
  /\ Doing(w, "submit", "send")
  /\ ~act[w].stale \/ "no_held_up_check" \in Broken
  /\ gw' = [gw EXCEPT !.msg[act[w].att] = "flying"]
  /\ act' = [act EXCEPT ![w].stale = FALSE,
                        ![w].step = IF "fence_after_send" \in Broken THEN "mark" ELSE "wait"]
  /\ watch' = [watch EXCEPT !.blind = @ \/ watch.unresolved # {},
                            !.unresolved = @ \cup {act[w].att},
                            !.afterFinal = @ \/ db.status # "pending"]
  /\ UNCHANGED <<clock, db, wf, lateWf, guard, faults>>

(* The outcome not_submitted: held up, connection refused, no token of the network's rate. *)
SendNothing(w) ==
  /\ Doing(w, "submit", "send")
  /\ act' = [act EXCEPT ![w].stale = FALSE, ![w].step = "record"]
  /\ UNCHANGED <<clock, db, gw, wf, lateWf, guard, watch, faults>>

(* Only in the variant fence_after_send. *)
MarkSent(w) ==
  /\ Doing(w, "submit", "mark")
  /\ db' = [db EXCEPT !.fence[act[w].att] = "open"]
  /\ act' = [act EXCEPT ![w].step = "wait"]
  /\ UNCHANGED <<clock, gw, wf, lateWf, guard, watch, faults>>

(* What a gateway that has decided reports. A report of a delivery may arrive after its reversal. The reversal is reported with  *)
(* the delivery that it takes back, or as an order that came to nothing (voided).                                                *)
Outcomes == CASE gw.order = "delivered" -> {"confirmed"}
              [] gw.order = "refused"   -> {"refused"}
              [] gw.order = "reversed"  -> {"confirmed", "reversed", "voided"}
              [] OTHER -> {}

(* No answer to a submission reports a reversal: then, the order came to nothing. *)
Answers == IF gw.order = "reversed" THEN {"confirmed", "refused"} ELSE Outcomes

(* The answer is final; or it is lost, late or unreadable, or says that the order is open: then it is unknown. *)
Answer(w) ==
  /\ Doing(w, "submit", "wait")
  /\ \/ EndTask(w, "unknown")
     \/ /\ gw.msg[act[w].att] = "arrived"
        /\ \E out \in Answers :
             act' = [act EXCEPT ![w].out = out, ![w].step = IF out = "confirmed" THEN "record" ELSE "settle"]
        /\ UNCHANGED wf
  /\ UNCHANGED <<clock, db, gw, lateWf, guard, watch, faults>>

(* recordAnswer in db/purchases/submissions.ts, for the answers on which something depends. *)
Record(w) ==
  /\ Doing(w, "submit", "record")
  /\ IF act[w].out = "confirmed"
     THEN /\ db' = StoreConfirmation(HearCallback(db), clock)
          /\ act' = [act EXCEPT ![w].step = "settle"]
          /\ UNCHANGED wf
     ELSE /\ db' = IF db.fence[act[w].att] = "none" THEN db
                   ELSE [db EXCEPT !.fence[act[w].att] = "not_submitted"]
          /\ EndTask(w, "resendable")
  /\ UNCHANGED <<clock, gw, lateWf, guard, watch, faults>>

(* services/purchases/settle-lane.ts, called by a submission or an inquiry with a final outcome. *)
Book(w) ==
  /\ act[w].step = "settle"
  /\ db' = Settle(db, act[w].out, clock)
  /\ EndTask(w, "final")
  /\ UNCHANGED <<clock, gw, lateWf, guard, watch, faults>>

(* ---- The gateway and the connection to it ---- *)

(* Every message that arrives counts as an order: nothing here depends on a gateway that ignores repeated keys. *)
Arrive(a) ==
  /\ gw.msg[a] = "flying"
  /\ gw' = [gw EXCEPT !.msg[a] = "arrived", !.orders = @ + 1, !.order = IF @ = "none" THEN "has" ELSE @]
  /\ UNCHANGED <<clock, db, wf, lateWf, act, guard, watch, faults>>

GetLost(a) ==
  /\ gw.msg[a] = "flying"
  /\ gw' = [gw EXCEPT !.msg[a] = "none"]
  /\ UNCHANGED <<clock, db, wf, lateWf, act, guard, watch, faults>>

(* A gateway may also never decide. *)
Decide ==
  /\ \/ gw.order = "has" /\ \E o \in {"delivered", "refused"} : gw' = [gw EXCEPT !.order = o]
     \/ gw.order = "delivered" /\ gw' = [gw EXCEPT !.order = "reversed"]
  /\ UNCHANGED <<clock, db, wf, lateWf, act, guard, watch, faults>>
=============================================================================
