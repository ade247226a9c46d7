-------------------------------- MODULE Routes --------------------------------
(***************************************************************************)
(* One purchase of a network that has two gateways: which of them gets its *)
(* submissions. Money and deadlines are in Purchase.tla, and not here.     *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS Workers, Gateways, Attempts, Broken

VARIABLES
  row,     \* The submissions: whether there is one, on which gateway, and whether it is cleared.
  status,  \* pending, successful or failed.
  order,   \* What each gateway has: none, has, delivered, or refused for a reason of the number or of the gateway. kept and late:
           \* it has the order and has reported it, before another gateway had it, or after that.
  msg,     \* The message of each submission: none, flying, arrived or lost.
  wf,      \* The workflow: where it is, and at which attempt.
  act      \* The activity that each worker runs.

vars == <<row, status, order, msg, wf, act>>
Symmetry == Permutations(Workers) \cup Permutations(Gateways)

Nowhere == "nowhere"
NoRow == [gw |-> Nowhere, state |-> "none"]
NoTask == [step |-> "none", att |-> 0, gw |-> Nowhere, live |-> FALSE, stale |-> FALSE]
Place(pc, att) == [pc |-> pc, att |-> att]

Init ==
  /\ row = [a \in Attempts |-> NoRow]
  /\ status = "pending"
  /\ order = [g \in Gateways |-> "none"]
  /\ msg = [a \in Attempts |-> "none"]
  /\ wf = Place("submit", 1)
  /\ act = [w \in Workers |-> NoTask]

Opened == {a \in Attempts : row[a].state # "none"}
Held == {row[a].gw : a \in {b \in Attempts : row[b].state = "open"}}
Refusers == {g \in Gateways : order[g] = "refused_gateway"}
Last == CHOOSE a \in Opened : \A b \in Opened : b <= a
Current == IF Opened = {} THEN Nowhere ELSE row[Last].gw

(* ---- The workflow: it runs again what failed, and submits again what is free. ---- *)

After(verdict) ==
  CASE verdict = "resendable" -> IF wf.att + 1 \in Attempts THEN Place("submit", wf.att + 1) ELSE Place("done", wf.att)
    [] verdict = "unknown" -> Place("inquire", wf.att)
    [] OTHER -> Place("done", wf.att)
Again == IF wf.pc = "submitting" THEN Place("submit", wf.att)
         ELSE IF wf.pc = "inquiring" THEN Place("inquire", wf.att) ELSE wf
End(w, verdict) ==
  /\ act' = [act EXCEPT ![w] = NoTask]
  /\ wf' = IF act[w].live THEN After(verdict) ELSE wf

Doing(w, step) == act[w].step = step
Go(w, step) == act' = [act EXCEPT ![w].step = step]

(* ---- A submission: services/purchases/submit.ts ---- *)

TakeSubmit(w) ==
  /\ wf.pc = "submit" /\ act[w] = NoTask
  /\ act' = [act EXCEPT ![w] = [NoTask EXCEPT !.step = "choose", !.att = wf.att, !.live = TRUE]]
  /\ wf' = Place("submitting", wf.att)
  /\ UNCHANGED <<row, status, order, msg>>

(* domain/network/choose-route.ts: where an order may be delivered, if there is such a gateway; otherwise any. *)
Choose(w) ==
  /\ Doing(w, "choose")
  /\ \E g \in (IF Held = {} \/ "failover_after_unknown" \in Broken THEN Gateways ELSE Held) :
       act' = [act EXCEPT ![w].step = "fence", ![w].gw = g]
  /\ UNCHANGED <<row, status, order, msg, wf>>

(* db/purchases/fence.ts: what was chosen may be out of date, so the statement checks it again. *)
Open(w) ==
  /\ Doing(w, "fence")
  /\ LET a == act[w].att IN
     IF /\ status = "pending" /\ row[a].state = "none"
        /\ Held \subseteq {act[w].gw} \/ "fence_ignores_routes" \in Broken
     THEN /\ row' = [row EXCEPT ![a] = [gw |-> act[w].gw, state |-> "open"]]
          /\ Go(w, "send")
          /\ UNCHANGED wf
     ELSE /\ End(w, CASE status # "pending" -> "final"
                      [] row[a].state = "cleared" -> "resendable"
                      [] OTHER -> "unknown")
          /\ UNCHANGED row
  /\ UNCHANGED <<status, order, msg>>

HoldUp(w) ==
  /\ Doing(w, "send") /\ ~act[w].stale
  /\ act' = [act EXCEPT ![w].stale = TRUE]
  /\ UNCHANGED <<row, status, order, msg, wf>>

Send(w) ==
  /\ Doing(w, "send") /\ ~act[w].stale
  /\ msg' = [msg EXCEPT ![act[w].att] = "flying"]
  /\ Go(w, "wait")
  /\ UNCHANGED <<row, status, order, wf>>

(* The outcome not_submitted: only this submission is cleared. *)
SendNothing(w) ==
  /\ Doing(w, "send")
  /\ row' = [row EXCEPT ![act[w].att].state = "cleared"]
  /\ End(w, "resendable")
  /\ UNCHANGED <<status, order, msg>>

(* router.release: every submission on the gateway is cleared, if another one is left. *)
Clear(g) == row' = [a \in Attempts |-> IF row[a].gw = g THEN [row[a] EXCEPT !.state = "cleared"] ELSE row[a]]

(* What a worker does with a final answer of a gateway. Only the gateway that has the order now can fail the purchase. *)
Follow(w, g) ==
  \/ /\ order[g] = "delivered"
     /\ status' = "successful"
     /\ End(w, "final")
     /\ UNCHANGED row
  \/ /\ order[g] = "refused_number" \/ (order[g] = "refused_gateway" /\ Refusers = Gateways)
     /\ status' = IF g = Current /\ status = "pending" THEN "failed" ELSE status
     /\ End(w, "final")
     /\ UNCHANGED row
  \/ /\ order[g] = "refused_gateway" /\ Refusers # Gateways /\ g = Current
     /\ Clear(g)
     /\ End(w, "resendable")
     /\ UNCHANGED status

Answer(w) ==
  /\ Doing(w, "wait")
  /\ \/ /\ End(w, IF "failover_after_unknown" \in Broken THEN "resendable" ELSE "unknown")
        /\ UNCHANGED <<row, status>>
     \/ msg[act[w].att] = "arrived" /\ Follow(w, act[w].gw)
  /\ UNCHANGED <<order, msg>>

(* ---- An inquiry: services/purchases/inquire.ts ---- *)

TakeInquiry(w) ==
  /\ wf.pc = "inquire" /\ act[w] = NoTask /\ Opened # {}
  /\ act' = [act EXCEPT ![w] = [NoTask EXCEPT !.step = "ask", !.gw = Current, !.live = TRUE]]
  /\ wf' = Place("inquiring", wf.att)
  /\ UNCHANGED <<row, status, order, msg>>

MayStillArrive(g) ==
  \E a \in Attempts :
    /\ row[a].gw = g
    /\ msg[a] = "flying" \/ \E w \in Workers : Doing(w, "send") /\ act[w].att = a /\ ~act[w].stale

Ask(w) ==
  /\ Doing(w, "ask")
  /\ LET g == act[w].gw IN
     \/ End(w, "unknown") /\ UNCHANGED <<row, status>>
     \/ Follow(w, g)
     \/ /\ \/ order[g] = "none" /\ (~MayStillArrive(g) \/ "failover_inconclusive" \in Broken)
           \/ order[g] = "has" /\ "gateway_lies" \in Broken
        /\ Go(w, "clear")
        /\ UNCHANGED <<row, status, wf>>
  /\ UNCHANGED <<order, msg>>

(* db/purchases/routes.ts, clearSubmissions: "never received" clears nothing once the gateway has given the order an id. *)
ClearDenied(w) ==
  /\ Doing(w, "clear")
  /\ LET g == act[w].gw IN
     IF g = Current /\ (order[g] \notin {"kept", "late"} \/ "clears_what_is_reported" \in Broken)
     THEN Clear(g) /\ End(w, "resendable")
     ELSE End(w, "unknown") /\ UNCHANGED row
  /\ UNCHANGED <<status, order, msg>>

(* The gateway reports that it has the order. Its clearance is withdrawn (reopenSubmissions), unless another one has the order. *)
Report(g) ==
  /\ order[g] = "has"
  /\ IF Held \subseteq {g}
     THEN /\ order' = [order EXCEPT ![g] = "kept"]
          /\ row' = [a \in Attempts |-> IF row[a].gw = g THEN [row[a] EXCEPT !.state = "open"] ELSE row[a]]
     ELSE order' = [order EXCEPT ![g] = "late"] /\ UNCHANGED row
  /\ UNCHANGED <<status, msg, wf, act>>

(* A callback, as often as it comes, from any gateway. *)
Callback(g) ==
  /\ \/ order[g] = "delivered" /\ status' = "successful"
     \/ /\ order[g] \in {"refused_number", "refused_gateway"}
        /\ \/ g = Current /\ (order[g] = "refused_number" \/ Refusers = Gateways)
           \/ "any_refusal_counts" \in Broken
        /\ status' = IF status = "pending" THEN "failed" ELSE status
  /\ UNCHANGED <<row, order, msg, wf, act>>

(* ---- Gateways and faults ---- *)

Arrive(a) ==
  /\ msg[a] = "flying"
  /\ msg' = [msg EXCEPT ![a] = "arrived"]
  /\ order' = [order EXCEPT ![row[a].gw] = IF @ = "none" THEN "has" ELSE @]
  /\ UNCHANGED <<row, status, wf, act>>
GetLost(a) ==
  /\ msg[a] = "flying"
  /\ msg' = [msg EXCEPT ![a] = "lost"]
  /\ UNCHANGED <<row, status, order, wf, act>>
Decide(g) ==
  /\ order[g] \in {"has", "kept", "late"}
  /\ \E o \in {"delivered", "refused_number", "refused_gateway"} : order' = [order EXCEPT ![g] = o]
  /\ UNCHANGED <<row, status, msg, wf, act>>

FailActivity(w) ==
  /\ act[w] # NoTask
  /\ act' = [act EXCEPT ![w] = NoTask]
  /\ wf' = IF act[w].live THEN Again ELSE wf
  /\ UNCHANGED <<row, status, order, msg>>
Abandon(w) ==
  /\ act[w].live
  /\ act' = [act EXCEPT ![w].live = FALSE]
  /\ wf' = Again
  /\ UNCHANGED <<row, status, order, msg>>
LoseWorkflow ==
  /\ status = "pending" /\ wf # Place("submit", 1)
  /\ wf' = Place("submit", 1)
  /\ act' = [w \in Workers |-> [act[w] EXCEPT !.live = FALSE]]
  /\ UNCHANGED <<row, status, order, msg>>

Next ==
  \/ LoseWorkflow
  \/ \E g \in Gateways : Decide(g) \/ Report(g) \/ Callback(g)
  \/ \E a \in Attempts : Arrive(a) \/ GetLost(a)
  \/ \E w \in Workers :
       \/ TakeSubmit(w) \/ Choose(w) \/ Open(w) \/ HoldUp(w) \/ Send(w) \/ SendNothing(w) \/ Answer(w)
       \/ TakeInquiry(w) \/ Ask(w) \/ ClearDenied(w) \/ FailActivity(w) \/ Abandon(w)
Spec == Init /\ [][Next]_vars

(* ---- What must always hold ---- *)

May(g) == order[g] \in {"has", "kept", "late", "delivered"}
(* No order is at two gateways that may both deliver it. *)
OneGatewayHas == Cardinality({g \in Gateways : May(g)}) <= 1
(* A purchase fails only if no gateway may deliver it. *)
FailedNowhere == status = "failed" => \A g \in Gateways : ~May(g)
(* From the report of a gateway, if no other one has the order then, until it decides: no other one gets the order. *)
KeptOnceReported == \A g \in Gateways : order[g] = "kept" => Held \subseteq {g}
=============================================================================
