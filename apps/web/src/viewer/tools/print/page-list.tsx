import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { classNames } from '../../../platform/design/class-names.js'
import type { PrintItem } from './print-items.js'

interface PageListProps {
  readonly items: readonly PrintItem[]
  readonly checked: ReadonlySet<string>
  readonly current: string
  readonly getName: (item: PrintItem) => string
  readonly onCheck: (keys: ReadonlySet<string>) => void
  readonly onShow: (key: string) => void
}

/** Renders the pages of the document: ticked ones are saved, and a click on a name previews it. */
export function PageList({ items, checked, current, getName, onCheck, onShow }: PageListProps) {
  const { t } = useTranslation()
  const isAll = items.every(({ key }) => checked.has(key))
  const toggle = (key: string): void => {
    const next = new Set(checked)
    if (!next.delete(key)) next.add(key)
    onCheck(next)
    if (next.has(key)) onShow(key)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-13 font-medium">{t('print.pages')}</legend>
      <div className="max-h-44 overflow-y-auto overscroll-contain rounded-control border border-line px-2 py-1">
        <Checkbox
          label={t('print.allPages')}
          checked={isAll}
          mixed={!isAll && checked.size > 0}
          onChange={() => onCheck(new Set(isAll ? [current] : items.map(({ key }) => key)))}
        />
        {items.map((item) => (
          <div key={item.key} className="flex items-start gap-1">
            <Checkbox aria-label={getName(item)} checked={checked.has(item.key)} onChange={() => toggle(item.key)} />
            <button
              type="button"
              aria-current={item.key === current}
              onClick={() => onShow(item.key)}
              className={classNames(
                'min-h-7 min-w-0 grow rounded-control px-1.5 py-1 text-start text-13 break-words pointer-coarse:min-h-11',
                item.key === current ? 'bg-accent-soft font-medium' : 'hover:bg-sunken',
              )}
            >
              {getName(item)}
            </button>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
