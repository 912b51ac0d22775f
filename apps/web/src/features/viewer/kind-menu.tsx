import { ChevronUp, type LucideIcon } from 'lucide-react'
import { Menu, MenuTile } from '../../shared/design/menu.js'

interface KindMenuProps<Kind extends string> {
  /** What is chosen here, spoken before what is chosen now. */
  readonly label: string
  readonly kinds: readonly { readonly kind: Kind; readonly icon: LucideIcon }[]
  readonly value: Kind
  readonly nameOf: (kind: Kind) => string
  readonly onChoose: (kind: Kind) => void
}

/** Many kinds of a tool behind one button that names the chosen one: a phone has neither room for all nor tooltips. */
export function KindMenu<Kind extends string>({ label, kinds, value, nameOf, onChoose }: KindMenuProps<Kind>) {
  const Icon = kinds.find(({ kind }) => kind === value)?.icon
  return (
    <Menu
      side="top"
      align="start"
      asTiles
      trigger={
        <button
          type="button"
          className="inline-flex min-h-11 min-w-0 grow items-center gap-2 rounded-control bg-sunken px-3 text-start text-14"
        >
          {Icon ? <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0" /> : null}
          <span className="sr-only">{label}</span>
          <span className="min-w-0 grow truncate">{nameOf(value)}</span>
          <ChevronUp size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      }
    >
      {kinds.map(({ kind, icon: KindIcon }) => (
        <MenuTile
          key={kind}
          icon={<KindIcon size={20} strokeWidth={1.5} aria-hidden="true" />}
          isOn={kind === value}
          onSelect={() => onChoose(kind)}
        >
          {nameOf(kind)}
        </MenuTile>
      ))}
    </Menu>
  )
}
