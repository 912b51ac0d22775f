import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import table from './generated/formats.json'

const cellClass = 'py-2 pe-3 text-start align-top font-normal wrap-anywhere'

/** Formats whose name is translated; those of the others are the same in every language. */
const worded = ['dwg', 'rvt', 'nwd', 'stl', 'max'] as const

/** Lists every format that can be uploaded, from the readers' descriptors. */
export function FormatsTable() {
  const { t } = useTranslation()
  const formatName = (name: string, extensions: readonly string[]): string => {
    const translated = worded.find((extension) => extensions.includes(`.${extension}`))
    return translated ? t(`documentation.formats.names.${translated}`) : name
  }
  return (
    <table className="w-full table-fixed border-collapse text-14">
      <thead className="border-b border-edge text-13 text-muted">
        <tr>
          <th scope="col" className={cellClass}>
            {t('documentation.formats.name')}
          </th>
          <th scope="col" className={`${cellClass} w-1/4`}>
            {t('documentation.formats.extensions')}
          </th>
          <th scope="col" className={cellClass}>
            {t('documentation.formats.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.map(({ name, extensions, state }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className={cellClass}>
              {formatName(name, extensions)}
            </th>
            <td className={cellClass}>{extensions.join(' ')}</td>
            <td className={cellClass}>
              {state === 'shown' ? (
                <span className="flex items-start gap-1.5">
                  <Check size={16} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
                  {t('documentation.formats.shown')}
                </span>
              ) : (
                <span className="text-muted">
                  {t(state === 'preview' ? 'documentation.formats.preview' : 'documentation.formats.kept')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
