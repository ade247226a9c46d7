/** A field for a day, YYYY-MM-DD. An empty field changes nothing. */
export function DayField({
  label,
  day,
  max,
  onChange,
}: {
  readonly label: string;
  readonly day: string;
  /** The last day that can be chosen. */
  readonly max: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <label>
      {label}{' '}
      <input
        type="date"
        value={day}
        max={max}
        onChange={({ target }) => {
          if (target.value !== '') onChange(target.value);
        }}
      />
    </label>
  );
}
