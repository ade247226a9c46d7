import type { Section } from '../ui/sections.tsx';

/** The screens for developers. */
export const DEVELOPER_SECTIONS: readonly Section[] = [
  { to: '/developers/keys', text: 'keys.title', right: 'keys:read' },
  { to: '/developers/webhooks', text: 'webhooks.title', right: 'webhooks:read' },
  { to: '/developers/requests', text: 'requests.title', right: 'requests:read' },
  { to: '/developers/sandbox', text: 'sandbox.title', right: 'sandbox:write' },
];
