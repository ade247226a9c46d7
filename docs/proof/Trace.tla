-------------------------------- MODULE Trace --------------------------------
(***************************************************************************)
(* Whether the model explains what a real run did. A trace is what was     *)
(* seen of one purchase, step by step. What cannot be seen, such as a step *)
(* of a workflow, may happen at any time in between.                       *)
(***************************************************************************)
EXTENDS Purchase, Sequences

(* All traces of a run, as a tree: traces that begin in the same way share their first steps. Steps[1] is the beginning.   *)
(* Of each step: what happened, what became of that which can be seen, the readings that the clock may have (from, until), *)
(* the steps that follow it (next), and the last of the steps below it (last). tools/chaos/traces writes it.               *)
CONSTANT Steps

VARIABLES
  at,      \* The last step that is explained.
  denied   \* Whether the gateway has said, long enough after the last fence, that it has no such order.

(* What can be seen: the rows of the purchase, and its order at the gateway. *)
Seen == [
  status |-> db.status, fence |-> db.fence, conf |-> db.conf, cb |-> db.cb, late |-> db.late, lateInq |-> db.lateInq,
  captured |-> db.captured, released |-> db.released, refunded |-> db.refunded, events |-> db.events,
  order |-> gw.order, orders |-> gw.orders ]

(* What has changed is as the step says, and everything else is as before. *)
Becomes(step) == Seen' = step.became @@ Seen

(* An inquiry proves that an order never arrived only if the gateway was heard to deny it. *)
Proves ==
  \/ wf.pc = "inquiring" /\ wf'.pc = "submit"
  \/ db.lateInq = "open" /\ db'.lateInq = "ended" /\ gw.order = "none"
ProofWasHeard == Proves => denied

(* A step of the model that changes nothing that can be seen. Time passes as far as a following step allows. *)
Hidden ==
  /\ Next /\ ProofWasHeard /\ Seen' = Seen
  /\ clock' # clock => \E s \in Steps[at].next : clock < Steps[s].until
  /\ UNCHANGED <<at, denied>>

(* A transaction, or a step of the gateway. A denial from before a fence says nothing about what is sent behind it. *)
Change(step) ==
  /\ step.what = "change"
  /\ Next /\ ProofWasHeard /\ Becomes(step)
  /\ denied' = (denied /\ db'.fence = db.fence)

(* The gateway answers an inquiry: there is no such order. *)
Deny(step) ==
  /\ step.what = "denied"
  /\ denied' = TRUE
  /\ UNCHANGED vars

(* A submission reaches the gateway, which takes no order. *)
TurnAway(step) ==
  /\ step.what = "turned_away"
  /\ (\E a \in Attempts : GetLost(a)) \/ (\E w \in Workers : SendNothing(w))
  /\ UNCHANGED denied

(* An operator has learned from the network that it will not deliver (services/purchases/force-resolve.ts). *)
ResolveByHand(step) ==
  /\ step.what = "by_hand"
  /\ db.status = "pending"
  /\ \A w \in Workers : Doing(w, "submit", "send") => act[w].stale
  /\ db' = Settle(db, "refused", clock)
  /\ UNCHANGED <<clock, gw, wf, lateWf, act, guard, watch, faults, denied>>
  /\ Becomes(step)

Explain(s) ==
  /\ Change(Steps[s]) \/ Deny(Steps[s]) \/ TurnAway(Steps[s]) \/ ResolveByHand(Steps[s])
  /\ clock' \in Steps[s].from .. Steps[s].until
  /\ at' = s

(* Runs have outages. That no purchase is pending after resolve_by is judged in another way. *)
TraceInit == Fresh /\ watch = [Unwatched EXCEPT !.outage = TRUE] /\ at = 1 /\ denied = FALSE
TraceNext == Hidden \/ \E s \in Steps[at].next : Explain(s)

(* Two states that differ only in what properties look at have the same future. *)
Future == <<at, denied, clock, db, gw, wf, lateWf, act, guard>>

(* Says which steps are explained. Where all steps below are, there is nothing more to search. *)
ASSUME \A s \in DOMAIN Steps : TLCSet(s, FALSE)
Search ==
  /\ ~TLCGet(at) => TLCSet(at, TRUE) /\ PrintT(<<"explained", at>>)
  /\ \E s \in (at + 1) .. Steps[at].last : ~TLCGet(s)
=============================================================================
