/** Content of a mail, rendered as text and as HTML. */
export interface MailContent {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** The main action. */
  readonly action?: { readonly label: string; readonly address: string }
  readonly figures?: readonly { readonly label: string; readonly value: string }[]
  /** Small print under the action. */
  readonly notes: readonly string[]
}
