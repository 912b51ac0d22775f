/** Renders the accepted extensions as muted chips. */
export function FormatChips({ extensions, label }: { extensions: readonly string[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {extensions.map((extension) => (
        <li
          key={extension}
          className="rounded-control border border-line px-2 py-0.5 text-12 text-muted uppercase tabular-nums"
        >
          {extension.slice(1)}
        </li>
      ))}
    </ul>
  )
}
