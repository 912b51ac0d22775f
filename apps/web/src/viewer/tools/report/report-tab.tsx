import { useTranslation } from 'react-i18next'
import { AttachButton } from '../../../platform/files/companions/attach-button.js'
import { ResultHistory } from '../../../platform/files/results/result-history.js'
import { TranslationReport } from '../../../platform/files/report/translation-report.js'
import type { Session } from '../../session/session.js'

/** Renders the report of the translation, and earlier translations of the user's own files. */
export function ReportTab({ session }: { readonly session: Session }) {
  const { t } = useTranslation()
  const { access, model, tree } = session
  const report = model.manifest?.report
  return (
    <div className="min-h-0 grow space-y-5 overflow-y-auto p-4">
      {report ? (
        <TranslationReport
          report={report}
          treeNodes={tree?.count}
          attach={access.file ? <AttachButton file={access.file} /> : null}
          onElements={(ids) => selectBySourceId(session, ids)}
        />
      ) : (
        <p className="text-13 text-muted">{t('report.none')}</p>
      )}
      <ModelHistory session={session} />
    </div>
  )
}

function ModelHistory({ session: { access, model } }: { readonly session: Session }) {
  const { file, isOlder } = access
  if (model.urn === null || !(file || isOlder)) return null
  const version = file ? { urn: file.urn, shown: `${file.jobId} ${file.status}` } : { urn: model.urn }
  return <ResultHistory version={version} openUrn={model.urn} />
}

function selectBySourceId({ reveal, tree, viewer }: Session, ids: readonly string[]): void {
  if (!tree || !viewer) return
  reveal(tree.findByIds(ids))
}
