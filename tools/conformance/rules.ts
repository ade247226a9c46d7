import type { Section } from './rule.ts';
import { AROUND } from './rules/around.ts';
import { AUDIT } from './rules/audit.ts';
import { CAMPAIGN_FILES } from './rules/campaign-files.ts';
import { CAMPAIGN_ROWS } from './rules/campaign-rows.ts';
import { CAMPAIGNS } from './rules/campaigns.ts';
import { ENDPOINTS } from './rules/endpoints.ts';
import { KEYS } from './rules/keys.ts';
import { RESOURCES } from './rules/resources.ts';
import { ROBUSTNESS } from './rules/robustness.ts';
import { STATES } from './rules/states.ts';

/** Every rule of the contract. A rule that no test proves is a failure. */
export const SECTIONS: readonly Section[] = [
  ...RESOURCES,
  ...STATES,
  ...ENDPOINTS,
  ...CAMPAIGNS,
  ...CAMPAIGN_FILES,
  ...CAMPAIGN_ROWS,
  ...AUDIT,
  ...AROUND,
  ...KEYS,
  ...ROBUSTNESS,
];
