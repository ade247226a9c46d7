import { useNavigate } from '@tanstack/react-router';
import type { BatchList, Person } from '../../../clients/typescript/src/types.ts';
import { useAll } from '../app/all.ts';
import { useApi } from '../app/data.ts';
import { useRight } from '../app/session.tsx';
import { type Command, matching } from './commands.ts';
import { toCommand } from './common.ts';
import { useSettled } from './settled.ts';

/** As many campaigns or people as are listed. */
const FOUND_MAX = 5;

/** The campaigns and people whose names have what was typed, as far as the reader may see them. */
export function useFound(typed: string): readonly Command[] {
  const navigate = useNavigate();
  const text = useSettled(typed);
  const isTyped = text !== '';
  const mayReadCampaigns = useRight('batches:read');
  const mayReadPeople = useRight('people:read');
  const { data: campaigns } = useApi<BatchList>('/v1/batches', {
    query: { search: text, limit: FOUND_MAX },
    enabled: isTyped && mayReadCampaigns,
  });
  const { data: people = [] } = useAll<Person>('/v1/people', {}, isTyped && mayReadPeople);
  if (!isTyped) return [];
  const named = people.map(({ id, email, name }) =>
    toCommand('people', id, `${name} – ${email}`, () => {
      void navigate({ to: '/admin/people/$personId', params: { personId: id } });
    }),
  );
  return [
    ...(campaigns?.data ?? []).map(({ id, reference }) =>
      toCommand('campaigns', id, reference, () => {
        void navigate({ to: '/campaigns/$batchId', params: { batchId: id } });
      }),
    ),
    ...matching(named, text).slice(0, FOUND_MAX),
  ];
}
