// Rows for people: columns as wide as they have to be.

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, n) => Math.max(name.length, ...rows.map(row => row[n]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), ...rows.map(line)].join('\n')
}
