import { useAccount } from '../../app/session.tsx';
import { Check, toggled } from '../checks.tsx';
import { byResource, useAccessNames } from './names.ts';

/** The rights that the person may give, by resource. A right that was chosen before is shown too, so that it can be taken away. */
export function RightPicker({
  hint,
  chosen,
  onChange,
}: {
  readonly hint: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { rights } = useAccount();
  const names = useAccessNames();
  return (
    <>
      <p className="hint">{hint}</p>
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
