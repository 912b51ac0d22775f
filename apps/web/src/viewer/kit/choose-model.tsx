import { Box, Combine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { readReference } from '../session/models/model-sources.js'
import type { Members } from '../session/models/use-members.js'

interface ChooseModelProps {
  /** Feature that needs a single model. */
  readonly purpose: 'compare' | 'nested'
  readonly models: Pick<Members, 'members' | 'showSingle'>
  /** The model with which the page was opened. */
  readonly openUrn: string | null
  readonly onOpen: (urn: string) => void
}

/**
 * Renders the choice of one open model for comparison or the nested viewer, which support a single model. The other
 * models are removed.
 */
export function ChooseModel({ purpose, models, openUrn, onOpen }: ChooseModelProps) {
  const { t } = useTranslation()
  const choose = (key: string, urn: string): void => {
    if (urn === openUrn) models.showSingle(key)
    onOpen(urn)
  }
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain p-3">
      <EmptyState icon={<Combine size={28} strokeWidth={1.25} />} title={t(`together.one.${purpose}`)}>
        {t('together.one.hint')}
      </EmptyState>
      <ul aria-label={t('together.one.list')} className="space-y-2 pt-2">
        {models.members.map(({ key, label, reference }) => {
          const urn = readReference(reference)?.urn ?? key
          return (
            <li key={key}>
              <Button className="w-full justify-start" icon={<Box />} onClick={() => choose(key, urn)}>
                <span className="min-w-0 truncate">{label}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
