import { useTexts } from '../../app/i18n.tsx';
import { useAccount } from '../../app/session.tsx';
import { Check, toggled } from '../../ui/checks.tsx';
import { byResource, useAccessNames } from '../../ui/rights.ts';

/** The rights that the person may give, by resource. A right that the key has already is shown too, so that it can be taken away. */
export function ScopePicker({
  chosen,
  onChange,
}: {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { t } = useTexts();
  const { rights } = useAccount();
  const names = useAccessNames();
  return (
    <>
      <p className="hint">{t('keys.scopesHint')}</p>
      <div className="groups">
        {byResource([...rights, ...chosen]).map(([resource, ofResource]) => (
          <fieldset key={resource} className="group">
            <legend>{names.resource(resource)}</legend>
            {ofResource.map((right) => (
              <Check
                key={right}
                checked={chosen.has(right)}
                onChange={(isIn) => onChange(toggled(chosen, right, isIn))}
              >
                {names.right(right)} <code className="small">{right}</code>
              </Check>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}
