import { useQuery } from '@tanstack/react-query';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { Button } from '../ui/inputs.tsx';
import { Badge, Card, Problem, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { useTask } from '../ui/task.ts';

interface Listed {
  readonly id: string;
  readonly current: boolean;
  readonly signed_in_at: string;
  readonly used_at: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** Lists where the person is signed in, and ends sessions. */
export function SessionsCard() {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => callApi<{ data: readonly Listed[] }>(null, 'GET', '/v1/auth/sessions'),
  });
  const task = useTask();
  const end = (id: string) =>
    task.run(async () => {
      await callApi(null, 'DELETE', `/v1/auth/sessions/${id}`);
      await refetch();
    });
  return (
    <Card title={t('profile.sessions')}>
      <Problem error={error ?? task.error} />
      {data === undefined && error === null ? <Skeleton /> : null}
      <DataTable
        caption={t('profile.sessions')}
        rows={data?.data ?? []}
        keyOf={({ id }) => id}
        columns={[
          { title: t('profile.browser'), cell: ({ user_agent: agent }) => agent ?? t('profile.unknown') },
          { title: t('profile.address'), cell: ({ ip_address: address }) => address ?? t('profile.unknown') },
          { title: t('profile.since'), cell: ({ signed_in_at: at }) => <Time at={at} /> },
          { title: t('profile.used'), cell: ({ used_at: at }) => <Time at={at} /> },
          {
            title: t('profile.state'),
            cell: ({ id, current }) =>
              current ? (
                <Badge tone="good">{t('profile.thisBrowser')}</Badge>
              ) : (
                <Button kind="quiet" onPress={() => void end(id)}>
                  {t('profile.endSession')}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
