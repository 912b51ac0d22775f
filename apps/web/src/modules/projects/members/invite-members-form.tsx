import type { FolderRecord, ProjectRole } from '@kamar/contracts'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useFolderTree } from '../../../platform/folders/use-folders.js'
import { type Handover, InvitationLink, RoleSelect } from '../../../platform/sharing/invite-form.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { parseAddresses } from './parse-addresses.js'
import { useMemberCalls } from './use-project-members.js'

const addressesExample = 'ani@example.am, gor@example.am'

/** Address that could not be invited, and why. */
interface Refusal {
  readonly email: string
  readonly reason: string
}

interface Outcome {
  readonly handovers: readonly Handover[]
  readonly refusals: readonly Refusal[]
}

/** Renders the invitation of one or several addresses, to the project or to one of its folders. */
export function InviteMembersForm({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [role, setRole] = useState<ProjectRole>('commenter')
  const [folderId, setFolderId] = useState('')
  const { outcome, invite, busy } = useInvitations(projectId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const form = { role, ...(folderId === '' ? {} : { folderId }) }
    invite(parseAddresses(text), form, (refused) => setText(refused.join('\n')))
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium">
        {t('members.addresses')}
      </label>
      <textarea
        id={id}
        required
        rows={2}
        value={text}
        spellCheck={false}
        placeholder={addressesExample}
        onChange={(event) => setText(event.currentTarget.value)}
        className={`${inputClass} field-sizing-content h-auto min-h-16 py-2 sm:h-auto`}
      />
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <FolderSelect {...{ folderId, projectId, onChoose: setFolderId }} />
        <label className="grow text-13 font-medium sm:grow-0">
          {t('share.role')}
          <RoleSelect value={role} onChange={setRole} className="mt-1.5 pointer-coarse:min-h-11" />
        </label>
        <Button type="submit" tone="primary" className="h-11 grow sm:h-10 sm:grow-0" busy={busy} icon={<UserPlus />}>
          {t('share.invite')}
        </Button>
      </div>
      <p className="mt-1.5 text-12 text-pretty text-muted">{t(`share.may.${role}`)}</p>
      <InvitationOutcome outcome={outcome} />
    </form>
  )
}

type InviteForm = { readonly role: ProjectRole; readonly folderId?: string }

/** Invites addresses one after the other: one that is refused does not stop the others. */
function useInvitations(projectId: string) {
  const { t } = useTranslation()
  const calls = useMemberCalls(projectId)
  const [outcome, setOutcome] = useState<Outcome>({ handovers: [], refusals: [] })
  const { begin, busy } = useAsyncAction()
  const invite = (emails: readonly string[], form: InviteForm, onDone: (refused: readonly string[]) => void): void =>
    begin(async () => {
      const handovers: Handover[] = []
      const refusals: Refusal[] = []
      for (const email of emails) {
        try {
          const { invitationCode: code } = await calls.invite({ email, ...form })
          if (code !== null) handovers.push({ email, code })
        } catch (error) {
          refusals.push({ email, reason: errorMessage(error) })
        }
      }
      const count = emails.length - refusals.length
      if (count > 0) notify(t('members.invited', { count }))
      setOutcome({ handovers, refusals })
      onDone(refusals.map(({ email }) => email))
      await calls.reload()
    })
  return { outcome, invite, busy }
}

function InvitationOutcome({ outcome: { handovers, refusals } }: { readonly outcome: Outcome }) {
  return (
    <>
      {refusals.length > 0 ? (
        <ul role="alert" className="mt-2 text-13 text-danger">
          {refusals.map(({ email, reason }) => (
            <li key={email} className="wrap-anywhere">
              {`${email}: ${reason}`}
            </li>
          ))}
        </ul>
      ) : null}
      {handovers.map((handover) => (
        <InvitationLink key={handover.email} {...handover} />
      ))}
    </>
  )
}

interface FolderSelectProps {
  readonly projectId: string
  readonly folderId: string
  readonly onChoose: (folderId: string) => void
}

/** Only folders with permissions of their own can be shared alone; without any, there is no choice. */
function FolderSelect({ folderId, onChoose, projectId }: FolderSelectProps) {
  const { t } = useTranslation()
  const { data: folders = [] } = useFolderTree(projectId)
  const choices = folders.filter(({ hasOwnPermissions, parentId }) => hasOwnPermissions && parentId !== null)
  if (choices.length === 0) return null
  return (
    <label className="min-w-48 grow basis-48 text-13 font-medium">
      {t('members.target')}
      <select
        value={folderId}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className={`${inputClass} mt-1.5 font-normal pointer-coarse:min-h-11`}
      >
        <option value="">{t('members.wholeProject')}</option>
        {choices.map((folder) => (
          <option key={folder.id} value={folder.id}>
            {formatPath(folder, folders)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Formats the names from the top of the project to a folder. */
function formatPath(folder: FolderRecord, folders: readonly FolderRecord[]): string {
  const parent = folders.find(({ id, parentId }) => id === folder.parentId && parentId !== null)
  return parent ? `${formatPath(parent, folders)} / ${folder.name}` : folder.name
}
