import { AppError } from '@kamar/core'
import type { Language } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Transaction } from 'kysely'
import type { ModuleContext } from '../../domain/module-context.js'
import { readDeploymentSettings } from '../../domain/accounts/deployment-settings.js'
import { queueMail } from '../../platform/mail-queue.js'
import { splitFullName } from '../../domain/accounts/user-names.js'
import { type Account, canonicalName, findByEmail, insertAccount } from '../../domain/accounts/account-store.js'
import { withMinDuration } from './min-duration.js'
import { assertAcceptablePassword, hashPassword } from '../../domain/accounts/passwords.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'

export interface RegistrationForm {
  readonly email: string
  readonly name: string
  readonly password: string
  /** Name of the person, beside the company's. */
  readonly person?: string | undefined
}

/** Longer than either way of registering takes, so that the time does not reveal whether an address was taken. */
const minDurationMilliseconds = 150

type Applicant = RegistrationForm & { readonly passwordHash: string; readonly locale: Language }

/** Registers new accounts. */
export class Registration {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /**
   * Registers an account. With a mail server, the response is the same whether the address was taken or not, and the
   * mail has the rest. Without one, the response reports a taken address: the user could not find out otherwise why
   * sign-in fails.
   */
  async register(
    form: RegistrationForm,
    { address, locale }: { readonly address: string; readonly locale: Language },
  ): Promise<void> {
    const { configuration, database, domain } = this.#context
    const sendsMail = configuration.mail !== null
    await domain.attempts.register(address)
    if (!(await readDeploymentSettings(database)).signUpOpen) throw new AppError('sign-up-closed')
    await assertAcceptablePassword(form.password, [form.email, form.name, form.person ?? ''])
    if (!sendsMail) {
      const applicant = { ...form, passwordHash: await hashPassword(form.password), locale }
      await refuseDuplicates('account-exists', () =>
        database.transaction().execute((transaction) => create(transaction, applicant)),
      )
      return
    }
    await withMinDuration(minDurationMilliseconds, async () => {
      const applicant = { ...form, passwordHash: await hashPassword(form.password), locale }
      await database.transaction().execute((transaction) => apply(transaction, applicant))
    })
  }
}

async function create(transaction: Transaction<Database>, applicant: Applicant): Promise<string> {
  const { person: fullName } = applicant
  const name = fullName || applicant.name
  const id = await insertAccount(transaction, { ...applicant, name, role: 'user', status: 'pending' })
  if (fullName) await storeFullName(transaction, id, applicant)
  await appendAuditEvent(transaction, { actor: id, action: 'account.register', subject: id })
  return id
}

/** Stores the first and last name of the profile, and the company. */
async function storeFullName(
  transaction: Transaction<Database>,
  id: string,
  { name: company, person: fullName = '' }: Pick<RegistrationForm, 'name' | 'person'>,
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ ...splitFullName(fullName), company })
    .where('id', '=', id)
    .execute()
}

async function apply(transaction: Transaction<Database>, applicant: Applicant): Promise<void> {
  const existing = await findByEmail(transaction, applicant.email)
  if (existing && !existing.must_verify_email) {
    await queueMail(transaction, mailTo('already-registered', existing))
    return
  }
  // Of several registrations of an unconfirmed address, the link of the last one counts.
  const id = existing ? await replaceApplicant(transaction, existing, applicant) : await create(transaction, applicant)
  await transaction.updateTable('account').set({ must_verify_email: true }).where('id', '=', id).execute()
  await queueMail(transaction, mailTo('verify-email', { id, email: canonicalName(applicant.email) }))
}

function mailTo(template: 'already-registered' | 'verify-email', { id, email }: Pick<Account, 'id' | 'email'>) {
  return { template, recipient: email, accountId: id, data: {} } as const
}

async function replaceApplicant(
  transaction: Transaction<Database>,
  { id }: Account,
  { locale, name, passwordHash, person: fullName }: Applicant,
): Promise<string> {
  await transaction
    .updateTable('account')
    .set({ name: fullName || name, password_hash: passwordHash, locale, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  if (fullName) await storeFullName(transaction, id, { name, person: fullName })
  await appendAuditEvent(transaction, { actor: id, action: 'account.register', subject: id })
  return id
}
