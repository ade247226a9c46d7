------------------------------- MODULE Settling -------------------------------
(***************************************************************************)
(* How an outcome that the answer did not bring becomes final: inquiries,  *)
(* callbacks, the deadline guard, and inquiries after a timeout.           *)
(***************************************************************************)
EXTENDS Sending

(* ---- Inquiries: services/purchases/inquire.ts ---- *)

Submitted == {a \in Attempts : db.fence[a] # "none"}

(* findInquirable in db/purchases/inquiries.ts reads first which submissions there are. *)
TakeInquiry(w) ==
  /\ wf.pc = "inquire" /\ act[w] = NoTask
  /\ act' = [act EXCEPT ![w] = [Task("inquire", 0, "ask") EXCEPT !.seen = Submitted]]
  /\ wf' = [wf EXCEPT !.pc = "inquiring"]
  /\ UNCHANGED <<clock, db, gw, lateWf, guard, watch, faults>>

(* A message is on its way, or a worker that is not held up may still send it. *)
MayStillArrive(a) ==
  \/ gw.msg[a] = "flying"
  \/ \E w \in Workers : Doing(w, "submit", "send") /\ act[w].att = a /\ ~act[w].stale

(* An adapter says "never received" only so long after the last submission that nothing of it can arrive. *)
IsConclusive(seen) == gw.order = "none" /\ seen # {} /\ \A a \in seen : ~MayStillArrive(a)

(* The workflow sends again after "never" only if the gateway ignores repeated keys. If it does not, it goes on to *)
(* inquire, as after any other answer; the model allows that too, because every inquiry may fail.                  *)
Ask(w) ==
  /\ Doing(w, "inquire", "ask")
  /\ \/ /\ EndTask(w, "unknown")
        /\ UNCHANGED watch
     \/ /\ IsConclusive(act[w].seen)
        /\ watch' = [watch EXCEPT !.unresolved = @ \ act[w].seen]
        /\ EndTask(w, "resendable")
     \/ /\ gw.order = "none" /\ "resend_inconclusive" \in Broken
        /\ EndTask(w, "resendable")
        /\ UNCHANGED watch
     \/ /\ \E out \in Outcomes :
             act' = [act EXCEPT ![w].seen = {}, ![w].out = out,
                                ![w].step = IF out \in {"refused", "voided"} THEN "settle" ELSE "store"]
        /\ UNCHANGED <<wf, watch>>
  /\ UNCHANGED <<clock, db, gw, lateWf, guard, faults>>

(* services/purchases/record-outcome.ts: the confirmation first, then its settlement (Book). *)
Store(w) ==
  /\ Doing(w, "inquire", "store")
  /\ db' = StoreConfirmation(HearCallback(db), clock)
  /\ act' = [act EXCEPT ![w].step = "settle"]
  /\ UNCHANGED <<clock, gw, wf, lateWf, guard, watch, faults>>

(* ---- Callbacks: services/purchases/handle-callback.ts ---- *)

(* A signed callback is stored before it is handled. It may come late, after a reversal, again, or never. *)
Callback ==
  /\ gw.order \in {"delivered", "reversed"} /\ db.cb = "none"
  /\ db' = [db EXCEPT !.cb = At(clock)]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults>>

HasOpenCallback == db.cb \in {"timely", "late"}

(* Three commits: the confirmation, its settlement, and the mark that the callback is handled. A process that stops *)
(* before the last one leaves the callback open, and a sweep takes it up.                                           *)
HandleCallback ==
  /\ HasOpenCallback
  /\ LET settled == Settle(db, "confirmed", clock) IN
     db' = CASE db.conf = "none" -> StoreAs(db, db.cb)
             [] db.conf # "none" /\ settled # db -> settled
             [] OTHER -> [db EXCEPT !.cb = "handled"]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults>>

(* Any other report, as often as it comes: an unsigned callback that starts an inquiry, a refusal, a reversal, or an *)
(* entry in the gateway's list of the day (services/purchases/reconcile.ts). A confirmation is stored first.         *)
HearDecision ==
  /\ \E out \in Outcomes :
       db' = IF out \notin {"refused", "voided"} /\ db.conf = "none" THEN StoreConfirmation(HearCallback(db), clock) ELSE Settle(db, out, clock)
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults>>

(* ---- The deadline: worker/relay/guard.ts and services/purchases/expire.ts ---- *)

(* A guard finds the purchase, and callbacks that wait go first. Workflow and API settle in the same way. *)
Look(g) ==
  /\ guard[g] = "idle" /\ db.status = "pending" /\ clock >= SettleBy
  /\ "no_guard" \notin Broken
  /\ db' = IF HasOpenCallback THEN StoreAs(db, db.cb) ELSE db
  /\ guard' = [guard EXCEPT ![g] = IF HasOpenCallback \/ db.conf = "timely" THEN "confirmed" ELSE "expired"]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, watch, faults>>

(* The settlement reads state and confirmation again, under the lock. Without the lock it uses what it read before. *)
Expire(g) ==
  /\ guard[g] \in {"expired", "confirmed"}
  /\ db' = IF "guard_without_lock" \in Broken
           THEN SettlePending([db EXCEPT !.conf = IF guard[g] = "confirmed" THEN @ ELSE "none"], guard[g], clock)
           ELSE Settle(db, guard[g], clock)
  /\ guard' = [guard EXCEPT ![g] = "idle"]
  /\ watch' = [watch EXCEPT !.passed = @ \/ db'.status = "pending"]
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, faults>>

(* ---- After a timeout: workflows/late-inquiry.ts ---- *)

(* Started by the outbox row inquire_late, and again by requeueLongWaits in db/purchases/lost-waits.ts. *)
StartLateInquiry ==
  /\ db.lateInq = "open" /\ ~lateWf
  /\ ~watch.lateLost
  /\ lateWf' = TRUE
  /\ UNCHANGED <<clock, db, gw, wf, act, guard, watch, faults>>

InquireLate ==
  /\ lateWf /\ db.lateInq = "open"
  /\ \/ /\ gw.order \in {"delivered", "reversed"}
        /\ \E out \in Outcomes :
             LET known == IF out = "voided" THEN db ELSE StoreConfirmation(db, clock) IN
             db' = [Settle(known, out, clock) EXCEPT !.lateInq = "ended"]
     \/ /\ gw.order = "refused" \/ IsConclusive(Submitted)
        /\ db' = [db EXCEPT !.lateInq = "ended"]
  /\ lateWf' = FALSE
  /\ UNCHANGED <<clock, gw, wf, act, guard, watch, faults>>
=============================================================================
