import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.js'
import { getPortalRoot } from './portal-root.js'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly align?: 'start' | 'end'
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** Renders icons above labels, three per row, so that many items fit on a phone without scrolling. */
  readonly asTiles?: boolean
  readonly children: ReactNode
}

const menuContentClass =
  'z-50 max-h-(--radix-popper-available-height) min-w-52 animate-appear overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float'

const menuItemClass = classNames(
  'relative flex min-h-9 pointer-coarse:min-h-11 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-14 outline-none select-none',
  'data-[disabled]:opacity-50 data-[highlighted]:bg-sunken',
)

/**
 * Grid of a menu of tiles. Menus are not modal: a modal one would need a style element, which the content security
 * policy forbids.
 */
const tilesClass = 'grid w-96 max-w-[calc(100vw-1rem)] grid-cols-3 gap-0.5'

export function Menu({ trigger, align = 'end', side = 'bottom', asTiles = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={getPortalRoot()}>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(menuContentClass, asTiles && tilesClass)}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface ContextMenuProps {
  /** Position, in CSS pixels of the window. */
  readonly position: { readonly x: number; readonly y: number }
  readonly onClose: () => void
  /** Restores the keyboard focus; called after the menu has closed. */
  readonly restoreFocus: () => void
  readonly children: ReactNode
}

/** Renders the open context menu of a right click, a long press or the menu key. */
export function ContextMenu({ position, onClose, restoreFocus, children }: ContextMenuProps) {
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="fixed size-0" style={{ left: position.x, top: position.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={getPortalRoot()}>
        <DropdownMenu.Content
          align="start"
          collisionPadding={8}
          className={menuContentClass}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus()
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly shortcut?: string | undefined
  /** What tells this item from its neighbours, at the end of the row. */
  readonly note?: string | undefined
  readonly onSelect: () => void
  readonly children: ReactNode
}

interface MenuTileProps extends Pick<MenuItemProps, 'disabled' | 'onSelect' | 'children'> {
  readonly icon: ReactNode
  readonly isOn?: boolean
}

export function MenuItem({ icon, danger = false, disabled = false, shortcut, note, ...props }: MenuItemProps) {
  const { onSelect, children } = props
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classNames(menuItemClass, danger && 'text-danger')}
    >
      {icon ? <span className={danger ? undefined : 'text-muted'}>{icon}</span> : null}
      <span className="grow">{children}</span>
      {note ? <span className="shrink-0 text-12 text-muted">{note}</span> : null}
      {shortcut ? <kbd className="font-sans text-12 text-muted pointer-coarse:hidden">{shortcut}</kbd> : null}
    </DropdownMenu.Item>
  )
}

/** Renders one item of a menu of tiles. */
export function MenuTile({ icon, disabled = false, isOn = false, onSelect, children }: MenuTileProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classNames(
        'flex min-h-15 min-w-0 cursor-default flex-col items-center justify-center gap-1 rounded-control px-1 py-1 text-center text-12 outline-none select-none',
        'data-[disabled]:opacity-50 data-[highlighted]:bg-sunken',
      )}
    >
      <span className={isOn ? 'text-accent' : 'text-muted'}>{icon}</span>
      <span className="max-w-full break-words">{children}</span>
    </DropdownMenu.Item>
  )
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[]
  readonly onChoose: (value: Value) => void
}

/** Renders a single choice, with a check mark at the current one. */
export function MenuChoice<Value extends string>({ label, value, choices, onChoose }: MenuChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChoose(next as Value)} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={menuItemClass}>
          {choice.icon ? <span className="text-muted">{choice.icon}</span> : null}
          <span className="grow">{choice.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check className="text-accent" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

interface MenuSwitchProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** Renders an on/off item; the menu stays open, so that the effect is visible. */
export function MenuSwitch({ checked, onChange, children }: MenuSwitchProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={menuItemClass}
    >
      <span className="grow">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check className="text-accent" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-12 text-muted">{children}</DropdownMenu.Label>
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="col-span-full mx-1 my-1 h-px bg-line" />
}
