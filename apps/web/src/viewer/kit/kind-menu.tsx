import { ChevronUp, type LucideIcon } from 'lucide-react'
import { Menu, MenuTile } from '../../platform/design/menu.js'

interface KindMenuProps<Kind extends string> {
  /** Label of the choice, announced before the current value. */
  readonly label: string
  readonly kinds: readonly { readonly kind: Kind; readonly icon: LucideIcon }[]
  readonly value: Kind
  readonly getName: (kind: Kind) => string
  readonly onChoose: (kind: Kind) => void
}

/**
 * Renders the kinds of a tool behind one button with the name of the current one: a phone has no space for all of them
 * and no tooltips.
 */
export function KindMenu<Kind extends string>({ label, kinds, value, getName, onChoose }: KindMenuProps<Kind>) {
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
          {Icon ? <Icon size={20} className="shrink-0" /> : null}
          <span className="sr-only">{label}</span>
          <span className="min-w-0 grow truncate">{getName(value)}</span>
          <ChevronUp className="shrink-0 text-muted" />
        </button>
      }
    >
      {kinds.map(({ kind, icon: KindIcon }) => (
        <MenuTile key={kind} icon={<KindIcon size={20} />} isOn={kind === value} onSelect={() => onChoose(kind)}>
          {getName(kind)}
        </MenuTile>
      ))}
    </Menu>
  )
}
