import { folderLimits } from '@kamar/contracts'
import { grouped } from '@kamar/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Files, Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/api.js'
import { ContentDialog, FormButtons } from '../../../design/dialog.js'
import { Choice } from '../../../design/fields/choice.js'
import { FormError } from '../../../design/fields/form-error.js'
import { Skeleton } from '../../../design/skeleton.js'
import { errorMessage, isErrorCode, messageOfCode } from '../../../errors/error-message.js'
import { useFormats } from '../../../format/use-formats.js'
import { useAsyncAction } from '../../../use-async-action.js'
import type { SameNameChoice } from '../same-names.js'
import type { UploadRequest } from '../upload-queue.js'
import { createUploadRequests, groupPlan, type PlannedFile, type PlanGroups, selectSent } from './plan-requests.js'
import { plannedTree, type PlannedTree } from './upload-tree.js'

interface UploadPlanDialogProps {
  readonly tree: PlannedTree
  readonly onConfirm: (requests: readonly UploadRequest[]) => void
}

const close = (): void => plannedTree.set(null)

/** Renders what an upload of folders would do, before anything is sent. */
export function UploadPlanDialog({ tree, onConfirm }: UploadPlanDialogProps) {
  const { t } = useTranslation()
  const plan = useUploadPlan(tree)
  return (
    <ContentDialog title={t('uploadPlan.title')} width="narrow" onClose={close}>
      {plan.isError ? <FormError text={errorMessage(plan.error)} /> : null}
      {plan.isPending ? <Skeleton className="h-40" /> : null}
      {plan.data ? (
        <UploadPlanForm {...{ tree, onConfirm }} groups={plan.data.groups} freeBytes={plan.data.freeBytes} />
      ) : null}
    </ContentDialog>
  )
}

function useUploadPlan(tree: PlannedTree) {
  return useQuery({
    queryKey: ['upload-plan', tree.id],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const entries = tree.files.map(({ path, source }) => ({
        path,
        sizeBytes: source.size,
        modifiedAt: new Date(source.lastModified).toISOString(),
      }))
      const plan = await api.call('planUploads', { body: { folderId: tree.folderId, entries } }, { signal })
      return { groups: groupPlan(tree, plan.entries), freeBytes: plan.freeBytes }
    },
  })
}

interface UploadPlanFormProps extends UploadPlanDialogProps {
  readonly groups: PlanGroups
  readonly freeBytes: number
}

function UploadPlanForm({ tree, groups, freeBytes, onConfirm }: UploadPlanFormProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { begin, busy, error } = useAsyncAction({ inPlace: true })
  const [choice, setChoice] = useState<SameNameChoice>('both')
  const sent = selectSent(groups, choice)
  const sizeBytes = useMemo(() => sent.reduce((sum, { source }) => sum + source.size, 0), [sent])
  const isTooLarge = sizeBytes > freeBytes
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin(async () => {
      const requests = await createUploadRequests(tree, sent, choice)
      close()
      onConfirm(requests)
    })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <PlanSummary files={sent} sizeBytes={sizeBytes} />
      {groups.conflicts.length > 0 ? <ConflictChoice {...{ choice, groups }} onChoose={setChoice} /> : null}
      <PlanFindings {...{ groups, sent }} rejected={tree.rejected} />
      <FormError
        text={
          isTooLarge ? t('uploadPlan.noRoom', { size: formats.size(sizeBytes), free: formats.size(freeBytes) }) : error
        }
      />
      <FormButtons
        confirm={t('uploadPlan.confirm', { count: sent.length })}
        busy={busy}
        canSubmit={sent.length > 0 && !isTooLarge}
        onCancel={close}
      />
    </form>
  )
}

function PlanSummary({ files, sizeBytes }: { readonly files: readonly PlannedFile[]; readonly sizeBytes: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const folders = new Set(files.map(({ plan }) => plan.folders.join('/'))).size
  return (
    <p className="flex items-center gap-2.5 text-14 tabular-nums [&>svg]:shrink-0 [&>svg]:text-muted">
      <Files />
      <span>
        {[
          t('files.count', { count: files.length }),
          t('uploadPlan.folders', { count: folders }),
          formats.size(sizeBytes),
        ].join(' · ')}
      </span>
    </p>
  )
}

interface ConflictChoiceProps {
  readonly choice: SameNameChoice
  readonly groups: PlanGroups
  readonly onChoose: (choice: SameNameChoice) => void
}

const choices = ['both', 'version', 'skip'] as const satisfies readonly SameNameChoice[]

function ConflictChoice({ choice, groups: { conflicts }, onChoose }: ConflictChoiceProps) {
  const { t } = useTranslation()
  const count = conflicts.length
  return (
    <div className="border-y border-line">
      <Choice
        legend={t('upload.same.title', { count })}
        hint={t(`upload.same.${choice}Hint`, { count })}
        value={choice}
        choices={choices.map((value) => ({ value, label: t(`upload.same.${value}`, { count }) }))}
        onChoose={onChoose}
      />
    </div>
  )
}

interface PlanFindingsProps {
  readonly groups: PlanGroups
  readonly sent: readonly PlannedFile[]
  /** Encrypted files and links of archives. */
  readonly rejected: number
}

const toNewPath = ({ plan }: PlannedFile): string => [...plan.folders, plan.name].join('/')

function PlanFindings({ groups: { refused, same }, rejected, sent }: PlanFindingsProps) {
  const { t } = useTranslation()
  const renamed = sent.filter(({ plan }) => plan.isRenamed)
  const long = sent.filter((file) => toNewPath(file).length > folderLimits.pathCharacters)
  const reasons = grouped(refused, ({ plan }) => describeRefusal(plan.refusal))
  return (
    <div className="space-y-2 text-13">
      {same.length > 0 ? <Finding text={t('uploadPlan.same', { count: same.length })} /> : null}
      {renamed.length > 0 ? (
        <Finding text={t('uploadPlan.renamed', { count: renamed.length })}>
          <PathList paths={renamed.map((file) => `${file.path} → ${toNewPath(file)}`)} />
        </Finding>
      ) : null}
      {long.length > 0 ? (
        <Finding text={t('uploadPlan.longPaths', { count: long.length, characters: folderLimits.pathCharacters })}>
          <PathList paths={long.map(toNewPath)} />
        </Finding>
      ) : null}
      {rejected > 0 ? <Finding isWarning text={t('uploadPlan.rejected', { count: rejected })} /> : null}
      {[...reasons].map(([reason, files]) => (
        <Finding key={reason} isWarning text={`${t('uploadPlan.refused', { count: files.length })} ${reason}`}>
          <PathList paths={files.map(({ path }) => path)} />
        </Finding>
      ))}
    </div>
  )
}

function describeRefusal(refusal: PlannedFile['plan']['refusal']): string {
  if (!refusal) return ''
  return isErrorCode(refusal.code) ? messageOfCode(refusal.code, refusal.parameters) : refusal.code
}

interface FindingProps {
  readonly text: string
  readonly isWarning?: boolean
  /** Details, which are collapsed. */
  readonly children?: ReactNode
}

function Finding({ text, isWarning = false, children }: FindingProps) {
  const Icon = isWarning ? CircleAlert : Info
  return (
    <div className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:shrink-0">
      <Icon className={isWarning ? 'text-warning' : 'text-muted'} />
      {children ? (
        <details className="min-w-0 grow">
          <summary className="cursor-pointer rounded-control">{text}</summary>
          {children}
        </details>
      ) : (
        <p className="min-w-0 grow">{text}</p>
      )}
    </div>
  )
}

/** Maximum number of paths in a list; the others are counted. */
const maxPaths = 100

function PathList({ paths }: { readonly paths: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <ul className="mt-1 max-h-40 space-y-0.5 overflow-y-auto text-12 break-all text-muted">
      {paths.slice(0, maxPaths).map((path, index) => (
        <li key={index}>{path}</li>
      ))}
      {paths.length > maxPaths ? <li>{t('upload.same.more', { count: paths.length - maxPaths })}</li> : null}
    </ul>
  )
}
