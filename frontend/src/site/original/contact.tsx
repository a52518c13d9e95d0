import { errorText } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { WITHIN } from '../business.ts'
import { ChatLink, MailLink } from '../counted-link.tsx'
import { EmailField, PhoneField, TextArea, TextField } from '../forms/fields.tsx'
import { PublicForm } from '../forms/public-form.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'

export const Contact = () => (
  <section id="contact" aria-labelledby="contact-title" className="border-t border-line bg-card">
    <div className="wrap grid grid-cols-1 gap-12 py-16 sm:py-28 lg:grid-cols-[1fr_1.2fr] lg:gap-20">
      <Words />
      <ContactForm />
    </div>
  </section>
)

const LINK = 'mt-1 inline-block text-lg font-semibold underline decoration-2 underline-offset-4'

const Words = () => (
  <div className="max-w-md">
    <h2 id="contact-title" className="display text-3xl sm:text-4xl">
      Tell us the job
    </h2>
    <p className="mt-5 text-lg">
      Say what you do and where you do it. We look at who is first for it today and tell you what it takes to
      be there instead. No sales script.
    </p>
    <p className="mt-8 text-muted">
      Write to us here, and you have an answer within {WITHIN.form}. In business hours we reply within{' '}
      {WITHIN.chat} on WhatsApp:
    </p>
    <ChatLink
      text="Hello Firsttouch, I am on your website and would like to ask something."
      name="contact_whatsapp"
      className={LINK}
    >
      Message us on WhatsApp
    </ChatLink>
    <br />
    <MailLink name="contact_email" className={LINK} />
  </div>
)

const ContactForm = () => {
  const { sending, ...form } = usePublicForm({
    path: '/api/contact',
    formType: 'contact_form',
    toPayload: values => ({ ...values, source: 'contact_form' }),
    onSuccess: () =>
      toast({
        title: 'Message sent successfully!',
        description: `We'll get back to you within ${WITHIN.form}.`,
      }),
    onFailure: error =>
      toastFailure(
        'Error sending message',
        errorText(error, 'Please try again or contact us directly via WhatsApp.'),
      ),
  })
  return (
    <PublicForm {...form} aria-label="Contact" className="relative grid gap-5 sm:grid-cols-2">
      <TextField name="name" label="Name" autoComplete="name" />
      <EmailField name="email" label="E-mail" />
      <PhoneField name="phone" label="Phone" optional />
      <TextField name="business" label="Business" optional autoComplete="organization" />
      <TextArea
        name="message"
        label="Message"
        rows={5}
        minLength={5}
        placeholder="What do you do, and where? (minimum 5 characters)"
      />
      <Button type="submit" size="lg" disabled={sending} className="sm:col-span-2 sm:justify-self-start">
        {sending ? 'Sending...' : 'Send Message'}
      </Button>
    </PublicForm>
  )
}
