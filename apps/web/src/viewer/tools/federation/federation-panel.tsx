import { Combine, Scan } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { numberFormat } from '../../../platform/format/number.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { AddModels } from './add-models.js'
import { MemberRow } from './member-row.js'
import { methodMessages } from './align-fields.js'
import { SaveSet } from './save-set.js'
import type { Federation } from './use-federation.js'

interface FederationPanelProps {
  readonly federation: Federation
  readonly model: ActiveModel
  /** Project of the open model, if the user may save a set there. */
  readonly projectId: string | null
  readonly openName: string | null
}

/** Renders all models of the view: visibility, placement, adding models, and model sets. */
export function FederationPanel({ federation, model, projectId, openName }: FederationPanelProps) {
  const { t } = useTranslation()
  if (model.urn === null || !model.manifest) {
    return (
      <EmptyState icon={<Combine size={28} strokeWidth={1.25} />} title={t('together.noModel')}>
        {t('together.noModelHint')}
      </EmptyState>
    )
  }
  const { members, set } = federation
  const missing = set?.members.filter(({ file }) => file === null).length ?? 0
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <DistantModelsWarning federation={federation} />
        {missing > 0 ? (
          <p className="border-b border-line px-3 py-2 text-12 text-pretty text-muted">
            {t('together.missing', { count: missing })}
          </p>
        ) : null}
        <ul aria-label={t('together.list')} className="divide-y divide-line/60 border-b border-line">
          {members.map((member, at) => (
            <MemberRow key={member.key} {...{ member, federation }} isFirst={at === 0} />
          ))}
          {members.length === 0 ? <li className="truncate px-3 py-2.5 text-14">{openName}</li> : null}
        </ul>
        <AddModels federation={federation} openUrn={model.urn} />
      </div>
      {members.length > 1 ? (
        <div className="flex shrink-0 items-start gap-1.5 border-t border-line p-2.5">
          <IconButton size="small" label={t('viewer.fit')} onClick={() => model.viewer?.fitToView()}>
            <Scan />
          </IconButton>
          <SaveSet {...{ federation, projectId }} />
        </div>
      ) : null}
    </>
  )
}

/** Warns of models that are kilometres apart, and offers ways to align them. */
function DistantModelsWarning({ federation }: Pick<FederationPanelProps, 'federation'>) {
  const { t } = useTranslation()
  const { engine, distantModels, run } = federation
  const [first] = distantModels
  if (!first || !engine) return null
  const kilometres = numberFormat(currentLanguage(), {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: first.metres < 10_000 ? 1 : 0,
  })
  return (
    <div role="status" className="space-y-2 border-b border-line bg-sunken p-3">
      <p className="text-13 text-pretty">{t('together.apart', { distance: kilometres.format(first.metres / 1000) })}</p>
      <div className="flex flex-wrap gap-1.5">
        {engine
          .waysToAlign(first.key)
          .filter((method) => method !== 'hand')
          .map((method) => (
            <Button key={method} size="small" onClick={() => run((models) => models.align(first.key, method))}>
              {t(methodMessages[method])}
            </Button>
          ))}
      </div>
    </div>
  )
}
