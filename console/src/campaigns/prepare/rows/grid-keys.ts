/** The columns of the grid, from left to right. */
export const COLUMNS = ['line', 'number', 'bundle', 'outcome', 'action'] as const;
export type GridColumn = (typeof COLUMNS)[number];

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads in a grid; null if it leads nowhere. @param perPage rows that are visible */
export function move(key: string, { row, column }: Place, count: number, perPage: number): Place | null {
  const to = (next: Place): Place => ({
    row: Math.max(0, Math.min(count - 1, next.row)),
    column: Math.max(0, Math.min(COLUMNS.length - 1, next.column)),
  });
  switch (key) {
    case 'ArrowDown':
      return to({ row: row + 1, column });
    case 'ArrowUp':
      return to({ row: row - 1, column });
    case 'ArrowRight':
      return to({ row, column: column + 1 });
    case 'ArrowLeft':
      return to({ row, column: column - 1 });
    case 'PageDown':
      return to({ row: row + perPage, column });
    case 'PageUp':
      return to({ row: row - perPage, column });
    case 'Home':
      return to({ row: 0, column });
    case 'End':
      return to({ row: count - 1, column });
    default:
      return null;
  }
}
