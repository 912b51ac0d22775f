/** Name of an element of Revit: family, type and, last, the id of the element. */
const withId = /^(.*\S):(\d{3,})$/s

/** Splits the id off a name: `Basic Wall:Exterior:147686`. */
export function splitId(name: string): { readonly text: string; readonly id: string } {
  const [, text = name, id = ''] = withId.exec(name) ?? []
  return { text, id }
}

/** Renders a name on one line, cut at its end, with its id apart. The row states the complete name to screen readers. */
export function ElementLabel({ name, tooltip }: { readonly name: string; readonly tooltip: string }) {
  const { text, id } = splitId(name)
  return (
    <span aria-hidden="true" title={tooltip} className="flex min-w-0 items-baseline gap-1.5">
      <span className="truncate whitespace-pre">{text}</span>
      {id ? <span className="shrink-0 text-12 text-muted tabular-nums">{id}</span> : null}
    </span>
  )
}
