import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { getPortalRoot } from '../../../platform/design/portal-root.js'
import { useIsCompact } from '../../../platform/use-media.js'
import type { ComboboxOption, ComboboxProps } from './combobox-props.js'
import { ComboboxList } from './combobox-list.js'
import { useCombobox } from './use-combobox.js'

/**
 * Renders a text field with a list of options, by groups and with counts. The list follows the typing, and a typed text
 * that no option has is taken as it is: nothing typed disappears. Follows the combobox pattern of WAI-ARIA.
 */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>): ReactNode {
  const { t } = useTranslation()
  const { options, label } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const state = useCombobox(props)
  // On a phone the keyboard covers what is below the field.
  const side = useIsCompact() ? 'top' : 'bottom'
  const isListed = state.isOpen && (options.length > 0 || state.free !== null)
  return (
    <Popover.Root open={isListed} onOpenChange={(open) => (open ? undefined : state.close())}>
      <Popover.Anchor asChild>
        <div className="relative min-w-0 grow">
          <ComboboxField {...{ id, field, props, state, isListed }} />
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      </Popover.Anchor>
      <Popover.Portal container={getPortalRoot()}>
        <Popover.Content
          role="presentation"
          side={side}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="z-50 w-[max(var(--radix-popover-trigger-width),min(22rem,100vw-1rem))] overflow-hidden rounded-card border border-line bg-surface shadow-float"
        >
          <ComboboxList
            {...{ id, label, options }}
            active={state.active}
            free={state.free === null ? null : { text: state.free, note: props.unmatchedNote }}
            onChoose={(index) => {
              state.choose(index)
              field.current?.focus()
            }}
          />
          <p role="status" className="sr-only">
            {t('fields.results', { count: options.length })}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ComboboxFieldProps<Option extends ComboboxOption> {
  readonly id: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly props: ComboboxProps<Option>
  readonly state: ReturnType<typeof useCombobox<Option>>
  readonly isListed: boolean
}

function ComboboxField<Option extends ComboboxOption>({
  id,
  field,
  props,
  state,
  isListed,
}: ComboboxFieldProps<Option>) {
  return (
    <input
      ref={field}
      role="combobox"
      aria-label={props.label}
      aria-expanded={isListed}
      aria-autocomplete="list"
      aria-controls={`${id}-list`}
      aria-activedescendant={isListed && state.active >= 0 ? `${id}-${state.active}` : undefined}
      aria-describedby={props.describedBy}
      autoComplete="off"
      spellCheck={false}
      placeholder={props.placeholder}
      value={state.text}
      onFocus={(event) => event.currentTarget.select()}
      onClick={state.open}
      onChange={(event) => state.type(event.currentTarget.value)}
      onBlur={state.leave}
      onKeyDown={state.onKeyDown}
      className={classNames(inputClass, 'min-w-0 truncate pe-8')}
    />
  )
}
