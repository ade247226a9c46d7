import type { Answer, Look } from '../run/observed.ts';

/** A purchase as PostgreSQL has it in the end. Times are microseconds since 1970. */
export interface StoredPurchase {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  /** Whether it has the body of the conflicting request. */
  readonly isConflict: boolean;
}

const OF_201_OR_200: ReadonlySet<number | null> = new Set([200, 201]);

/** Every answer that a client got, against what is stored. One sentence per contradiction. */
export function judgeAnswers(answers: readonly Answer[], stored: readonly StoredPurchase[]): string[] {
  const purchases = new Map(stored.map((purchase) => [purchase.reference, purchase]));
  const findings: string[] = [];
  for (const [reference, given] of groupByReference(answers)) {
    const purchase = purchases.get(reference) ?? null;
    findings.push(...given.flatMap((answer) => contradict(answer, purchase)));
    const created = given.filter(({ status }) => status === 201);
    if (created.length > 1) findings.push(`${reference} was answered with 201 ${created.length} times`);
    // A request without an answer may have bought, and so may the rows of a campaign.
    const mayBeBought = given.some(({ status }) => status === null || OF_201_OR_200.has(status));
    if (purchase !== null && !mayBeBought) {
      const statuses = given.map(({ status, code }) => `${status} ${code}`).join(', ');
      findings.push(
        `${reference} exists as ${purchase.id}, though every request for it was rejected (${statuses})`,
      );
    }
  }
  return findings;
}

/** What one answer claims that is not so. */
function contradict(answer: Answer, purchase: StoredPurchase | null): string[] {
  const { reference, status, code, purchaseId } = answer;
  if (OF_201_OR_200.has(status)) {
    if (purchase === null) return [`${reference} was answered with ${status} and does not exist`];
    if (purchase.id !== purchaseId)
      return [`${reference} was answered with ${status} as ${purchaseId}, and is ${purchase.id}`];
    if (purchase.isConflict !== answer.isConflict)
      return [`${reference} was answered with ${status} for another body than the one that was bought`];
  }
  if (code === 'reference_conflict') {
    if (purchase === null) return [`${reference} was answered with 409 and does not exist`];
    if (purchase.isConflict === answer.isConflict)
      return [`${reference} was answered with 409 for the body that was bought`];
  }
  return [];
}

/** One sentence per answer with 500 that does not say that the database was away. */
export function judgeFailures(answers: readonly Answer[]): string[] {
  return answers
    .filter(({ isUnexpected }) => isUnexpected)
    .map(
      ({ reference, requestId }) =>
        `${reference} was answered with 500, for a reason in the log (${requestId})`,
    );
}

/** What look-ups are compared with. */
export interface Around {
  readonly answers: readonly Answer[];
  readonly stored: readonly StoredPurchase[];
  /** By how much the clock of deadlines went back during the run. */
  readonly backMs: number;
}

const MILLISECOND = 1_000;

/**
 * Every look-up against the answers before it and the look-ups before it: what was answered with 201 is found, a status
 * only moves forward, and nothing is pending after its deadline.
 */
export function judgeLooks(looks: readonly Look[], { answers, stored, backMs }: Around): string[] {
  const purchases = new Map(stored.map((purchase) => [purchase.reference, purchase]));
  const accepted = groupByReference(answers.filter(({ status }) => OF_201_OR_200.has(status)));
  const findings: string[] = [];
  for (const [reference, given] of groupByReference(looks)) {
    const known = (accepted.get(reference) ?? []).map(({ endedAt }) => endedAt);
    for (const look of given) {
      const { found, sentAt } = look;
      if (found === null) {
        if (known.some((endedAt) => endedAt < sentAt))
          findings.push(`${reference} was answered with 201 and was not found afterwards`);
        continue;
      }
      if (found.status === 'pending' && sentAt > found.resolveBy + backMs * MILLISECOND)
        findings.push(`${found.id} was shown as pending after its resolve_by`);
      const later = given.filter((other) => other.sentAt > look.endedAt);
      const end = purchases.get(reference)?.status ?? 'missing';
      for (const status of [...later.map((other) => other.found?.status ?? 'missing'), end]) {
        if (!mayFollow(found.status, status))
          findings.push(`${found.id} was shown as ${found.status}, and later as ${status}`);
      }
    }
  }
  return findings;
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'successful', 'failed', 'reversed'],
  successful: ['successful', 'reversed'],
  failed: ['failed'],
  reversed: ['reversed'],
};

function mayFollow(before: string, after: string): boolean {
  return NEXT[before]?.includes(after) ?? false;
}

function groupByReference<T extends { readonly reference: string }>(
  values: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(values, ({ reference }) => reference);
}
