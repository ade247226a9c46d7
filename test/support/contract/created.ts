import type { SampleApi } from './approvals.ts';

/** What each language creates under the same name, and an account may have once: by operation, where it is. */
const PATHS: Readonly<Record<string, string>> = {
  createWebhookEndpoint: 'webhook-endpoints',
  createInvitation: 'invitations',
  createRole: 'roles',
};

/** Removes what a sample has created, so that the next language can create the same. */
export async function removeCreated({ call }: SampleApi, name: string, output: string): Promise<void> {
  const path = PATHS[name];
  const id = /"id":"((?:wep|inv|rol)_\w+)"/.exec(output)?.[1];
  if (path === undefined || id === undefined) return;
  const { status } = await call(`/v1/${path}/${id}`, { method: 'DELETE' });
  if (status !== 200) throw new Error(`removing ${id} answered ${status}`);
}
