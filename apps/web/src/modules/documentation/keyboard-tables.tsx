import { useTranslation } from 'react-i18next'
import type { Messages } from '../../platform/i18n/generated/messages.js'
import viewerKeys from './generated/viewer-keys.json'

type Action = Exclude<
  keyof Messages['documentation']['keyboard'],
  'title' | 'text' | 'keys' | 'action' | 'inFiles' | 'inPanel' | 'inTools' | 'inWalk'
>

const filesKeys: readonly { readonly action: Action; readonly keys: readonly string[] }[] = [
  { action: 'move', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'] },
  { action: 'open', keys: ['Enter'] },
  { action: 'check', keys: ['Space'] },
  { action: 'remove', keys: ['Delete'] },
  { action: 'find', keys: ['Ctrl+K'] },
]

const toolKeys: typeof filesKeys = [
  { action: 'section', keys: ['x'] },
  { action: 'measure', keys: ['m'] },
  { action: 'walk', keys: ['w'] },
  { action: 'zoomWindow', keys: ['b'] },
  { action: 'undo', keys: ['Ctrl+Z'] },
  { action: 'redo', keys: ['Ctrl+Y'] },
  { action: 'finish', keys: ['Enter'] },
  { action: 'takeBack', keys: ['Backspace'] },
  { action: 'cancel', keys: ['Escape'] },
  { action: 'moveHandle', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
]

const walkKeys: typeof filesKeys = [
  { action: 'walkMove', keys: ['w', 'a', 's', 'd'] },
  { action: 'walkTurn', keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] },
  { action: 'walkHeight', keys: ['e', 'q'] },
  { action: 'walkFast', keys: ['Shift'] },
  { action: 'walkLeave', keys: ['Escape'] },
]

const panelKeys: typeof filesKeys = [
  { action: 'movePanel', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
  { action: 'resizePanel', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
  { action: 'closePanel', keys: ['Escape'] },
]

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
}

/** Returns the label of a key: an arrow, a capital letter. */
const inscription = (key: string): string => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** Lists the viewer's keys, read from the viewer itself, and those of its floating panel and of the list of files. */
export function KeyboardTables() {
  const { t } = useTranslation()
  return (
    <>
      <KeyTable rows={viewerKeys as typeof filesKeys} />
      <h3 className="pt-4 text-16">{t('documentation.keyboard.inWalk')}</h3>
      <KeyTable rows={walkKeys} />
      <h3 className="pt-4 text-16">{t('documentation.keyboard.inPanel')}</h3>
      <KeyTable rows={panelKeys} />
      <h3 className="pt-4 text-16">{t('documentation.keyboard.inFiles')}</h3>
      <KeyTable rows={filesKeys} />
      <h3 className="pt-4 text-16">{t('documentation.keyboard.inTools')}</h3>
      <KeyTable rows={toolKeys} />
    </>
  )
}

function KeyTable({ rows }: { rows: typeof filesKeys }) {
  const { t } = useTranslation()
  return (
    <table className="w-full border-collapse text-14">
      <thead className="border-b border-edge text-13 text-muted">
        <tr>
          <th scope="col" className="w-2/5 py-2 pe-4 text-start font-normal">
            {t('documentation.keyboard.keys')}
          </th>
          <th scope="col" className="py-2 text-start font-normal">
            {t('documentation.keyboard.action')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ action, keys }) => (
          <tr key={action} className="border-b border-line">
            <td className="py-2 pe-4">
              <span className="flex flex-wrap gap-1.5">
                {keys.map((key) => (
                  <Keys key={key} keys={key} />
                ))}
              </span>
            </td>
            <td className="py-2">{t(`documentation.keyboard.${action}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders one key, or a combination. */
function Keys({ keys }: { keys: string }) {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  return (
    <span className="whitespace-nowrap">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 ? ' + ' : null}
          <kbd className="rounded-control border border-line bg-surface px-1.5 py-0.5 font-sans text-12">
            {inscription(part)}
          </kbd>
        </span>
      ))}
    </span>
  )
}
