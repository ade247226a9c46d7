import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The cell of a total, if it is another one. */
  readonly total?: (row: Row) => ReactNode;
}

/**
 * A table that scrolls sideways inside itself where it is too wide. The first column names the row.
 * `isStacked`: on a phone, the cells of a row are below one another, each with the title of its column.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  totals = [],
  keyOf,
  isStacked = false,
}: {
  /** Says what the table shows, for people who do not see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** What the rows add up to, below them. */
  readonly totals?: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly isStacked?: boolean;
}) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={isStacked ? 'table-frame stacked' : 'table-frame'} tabIndex={0} aria-label={caption}>
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber === true ? 'right' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Cells key={keyOf(row)} columns={columns} row={row} />
          ))}
        </tbody>
        {totals.length === 0 ? null : (
          <tfoot>
            {totals.map((row) => (
              <Cells key={keyOf(row)} columns={columns.map(asTotal)} row={row} />
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}

function asTotal<Row>(column: Column<Row>): Column<Row> {
  return { ...column, cell: column.total ?? column.cell };
}

function Cells<Row>({ columns, row }: { readonly columns: readonly Column<Row>[]; readonly row: Row }) {
  return (
    <tr>
      {columns.map(({ title, isNumber, cell }, nth) =>
        nth === 0 ? (
          <th key={title} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={title} data-title={title} className={isNumber === true ? 'right' : undefined}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
