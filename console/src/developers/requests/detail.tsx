import { Link, useParams } from '@tanstack/react-router';
import type { LoggedRequestDetails } from '../../../../clients/typescript/src/types.ts';
import { Failure } from '../../app/api.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { useFormat } from '../../ui/format.ts';
import { Button } from '../../ui/inputs.tsx';
import { Card, Empty, Fact, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { Payload } from '../payload.tsx';
import { laidOut, senderOf } from './search.ts';
import { StatusBadge } from './words.tsx';

/** One request: who sent it, its body and its answer. */
export function RequestPage() {
  const { t } = useTexts();
  const { requestId = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useApi<LoggedRequestDetails>(
    `/v1/requests/${encodeURIComponent(requestId)}`,
  );
  const request = data?.id === requestId ? data : undefined;
  const isMissing = error instanceof Failure && error.status === 404;
  return (
    <Screen title={t('requests.one')} tab={requestId}>
      <p>
        <Link to="/developers/requests">{t('requests.back')}</Link>
      </p>
      {isMissing ? (
        <Empty title={t('requests.missing', { id: requestId })}>
          <p>{t('requests.missingHint')}</p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            {t('requests.again')}
          </Button>
        </Empty>
      ) : (
        <Problem error={error} />
      )}
      {request === undefined && error === null ? <Skeleton lines={8} /> : null}
      {request === undefined || error !== null ? null : <Exchange request={request} />}
    </Screen>
  );
}

function Exchange({ request }: { readonly request: LoggedRequestDetails }) {
  const { t } = useTexts();
  return (
    <>
      <Facts request={request} />
      <Card title={t('requests.body')}>
        <Body
          text={request.request_body}
          isCut={request.request_body_truncated}
          label={t('requests.body')}
          none={t('requests.noBody')}
        />
      </Card>
      <Card title={t('requests.answer')}>
        <Body
          text={request.response_body}
          isCut={request.response_body_truncated}
          label={t('requests.answer')}
          none={t('requests.noAnswer')}
        />
      </Card>
    </>
  );
}

function Facts({ request }: { readonly request: LoggedRequestDetails }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <Card title={`${request.method} ${request.path}`}>
      <p>
        <StatusBadge status={request.status} />
      </p>
      <dl className="facts">
        <Fact name={t('requests.when')}>
          <Time at={request.created_at} isExact />
        </Fact>
        <Fact name={t('requests.duration')}>{number(request.duration_ms)} ms</Fact>
        <Fact name={t('requests.sender')}>
          <Link to="/developers/requests" search={{ principal: request.principal.id }}>
            {senderOf(request)}
          </Link>
        </Fact>
        {request.address === null ? null : <Fact name={t('audit.address')}>{request.address}</Fact>}
        <Fact name={t('requests.id')}>
          <code>{request.id}</code>
        </Fact>
      </dl>
      <CopyButton text={request.id} label={t('requests.copyId')} />
    </Card>
  );
}

/** What was sent or answered, or why there is nothing. */
function Body({
  text,
  isCut,
  label,
  none,
}: {
  readonly text: string | null;
  readonly isCut: boolean;
  readonly label: string;
  readonly none: string;
}) {
  const { t } = useTexts();
  if (text === null) return <p>{none}</p>;
  return (
    <>
      <Payload text={laidOut(text)} label={label} />
      <p className="hint">{t(isCut ? 'requests.cut' : 'requests.hidden')}</p>
    </>
  );
}
