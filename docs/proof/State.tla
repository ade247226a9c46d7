-------------------------------- MODULE State --------------------------------
(***************************************************************************)
(* Everything that changes: the clock, PostgreSQL, the gateway, Temporal,  *)
(* and what each process has in memory.                                    *)
(***************************************************************************)
EXTENDS Ledger

CONSTANTS
  Workers,    \* Worker processes. Each runs one activity at a time.
  Guards,     \* Their deadline guards.
  MaxFaults   \* How often guards, PostgreSQL and Temporal may fail; 0 for any number.

VARIABLES
  clock,   \* PostgreSQL's clock, app_now(): 0 .. 3 (see Ledger).
  db,      \* The rows (see Ledger). A transaction is one step.
  gw,      \* The gateway: its order, and the messages on their way to it.
  wf,      \* The purchase workflow in Temporal: where it is, and at which attempt.
  lateWf,  \* Whether the workflow of the late inquiry runs.
  act,     \* The activity that each worker runs.
  guard,   \* The step of each deadline guard.
  watch,   \* What only the properties look at; no process reads it.
  faults   \* Faults so far, if they are counted.

vars == <<clock, db, gw, wf, lateWf, act, guard, watch, faults>>

NoTask == [kind |-> "none", att |-> 0, step |-> "none", out |-> "none",
           live |-> FALSE, stale |-> FALSE, seen |-> {}]

(* live: Temporal waits for its result. stale: more than 3 s since the fence (HELD_UP_MS). *)
(* seen: the submissions that an inquiry read. out: the outcome that it still has to book. *)
Task(kind, att, step) == [NoTask EXCEPT !.kind = kind, !.att = att, !.step = step, !.live = TRUE]

Place(pc, att) == [pc |-> pc, att |-> att]

Unwatched == [unresolved |-> {}, blind |-> FALSE, afterFinal |-> FALSE,
              passed |-> FALSE, outage |-> FALSE, lateLost |-> FALSE]

(* Before the purchase is accepted. *)
Fresh ==
  /\ clock = 0
  /\ db = NoRows
  /\ gw = [order |-> "none", orders |-> 0, msg |-> [a \in Attempts |-> "none"]]
  /\ wf = Place("none", 0)
  /\ lateWf = FALSE
  /\ act = [w \in Workers |-> NoTask]
  /\ guard = [g \in Guards |-> "idle"]
  /\ faults = 0

Init == Fresh /\ watch = Unwatched

TypeOK ==
  /\ clock \in 0 .. ResolveBy
  /\ db.status \in {"none", "pending"} \cup Finals
  /\ db.fence \in [Attempts -> {"none", "open", "not_submitted"}]
  /\ db.conf \in {"none", "timely", "late"}
  /\ db.cb \in {"none", "timely", "late", "handled"}
  /\ db.lateInq \in {"none", "open", "ended"}
  /\ gw.order \in {"none", "has", "delivered", "refused", "reversed"}
  /\ gw.msg \in [Attempts -> {"none", "flying", "arrived"}]
  /\ wf.pc \in {"none", "submit", "submitting", "inquire", "inquiring", "done"}
  /\ \A w \in Workers :
       /\ act[w].kind \in {"none", "submit", "inquire"}
       /\ act[w].step \in {"none", "fence", "send", "mark", "wait", "record", "ask", "store", "settle"}
  /\ guard \in [Guards -> {"idle", "expired", "confirmed"}]
=============================================================================
