import { uploadFormats } from '@kamar/core'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const cellClass = 'py-2 pe-3 text-start align-top font-normal wrap-anywhere'

/** Lists every format that can be uploaded, from the readers' descriptors. */
export function FormatsTable() {
  const { t } = useTranslation()
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
        {uploadFormats.map(({ id, name, extensions, previewOnly }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className={cellClass}>
              {t(`documentation.formats.names.${id}`, { defaultValue: name })}
            </th>
            <td className={cellClass}>{extensions.join(' ')}</td>
            <td className={cellClass}>
              {previewOnly !== true ? (
                <span className="flex items-start gap-1.5">
                  <Check strokeWidth={2} className="mt-0.5 shrink-0 text-success" />
                  {t('documentation.formats.shown')}
                </span>
              ) : (
                <span className="text-muted">{t('documentation.formats.preview')}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
