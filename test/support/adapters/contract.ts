import { describe, expect, it } from 'vitest';
import { type ContractSubject, call, setUpBench } from './contract-bench.ts';
import { callbacksContract } from './contract-callbacks.ts';
import { inquiringContract } from './contract-inquiring.ts';
import { submittingContract } from './contract-submitting.ts';

/** What every adapter must do, over real HTTP. The test of a new protocol runs it in one line. */
export function adapterContract(name: string, subject: ContractSubject): void {
  // Each test has its own order, and waits for it most of the time.
  describe.concurrent(`${name} keeps the contract of adapters`, () => {
    const bench = setUpBench(subject);

    submittingContract(bench);
    inquiringContract(bench);
    callbacksContract(bench);

    it('submits nothing once it is closed', async () => {
      const closed = bench.connectAgain();
      await closed.close();
      const request = bench.orderOf('confirms_in_the_answer');
      expect(await closed.submit(request, call)).toMatchObject({ kind: 'not_submitted' });
      expect(bench.deliveries(request)).toBe(0);
    });
  });
}
