import { expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import { explainRecording, LATE_REFUSALS } from '../../../domain/purchase/late-evidence.ts';

const ID = newId('pur');
const OPEN = { resolution: null };

it.each([
  ['pending', `purchase resolve ${ID} --outcome delivered`],
  ['successful', 'delivered and charged'],
  ['reversed', 'account adjust'],
  ['never_sent', 'gateway reconcile'],
] as const)('a purchase that is %s is refused with what to do instead', (refused, instead) => {
  const said = explainRecording(ID, { recorded: false, refused, late: null });
  expect(said).toMatch(/^Nothing was recorded\./);
  expect(said).toContain(instead);
});

it('every refusal has its own sentence', () => {
  const said = LATE_REFUSALS.map((refused) => explainRecording(ID, { recorded: false, refused, late: null }));
  expect(new Set(said).size).toBe(LATE_REFUSALS.length);
});

it('a repeat says that nothing was changed, and what was decided', () => {
  expect(explainRecording(ID, { recorded: true, refused: null, late: OPEN })).toMatch(
    /is recorded.*Decide who pays/,
  );
  const again = explainRecording(ID, { recorded: false, refused: null, late: OPEN });
  expect(again).toMatch(/recorded before, so nothing was changed.*Decide who pays/);
  const decided = explainRecording(ID, {
    recorded: false,
    refused: null,
    late: { resolution: 'written_off' },
  });
  expect(decided).toMatch(/It is decided: written_off\./);
});
