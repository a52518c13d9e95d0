/**
 * Report formats that the import recognises by their headings. `en` and `local` list the headings of each role, best
 * first. The comparison ignores case, accents, spaces, punctuation and a final `(EUR)`. At least one of `marks` must be
 * present. infra/rigs/inputs/reports/ has a sample of each format.
 */
import type { Platform } from '../../contract/costs/spend.ts'

export type Roles = Partial<
  Record<'campaign' | 'day' | 'cost' | 'clicks' | 'currency' | 'ends' | 'account', string[]>
>
export type Format = { platform: Platform; en: Roles; local: Roles; marks?: string[] }

// biome-ignore format: one line for each role and language reads better.
const NAMES = ['Kampagnenname', 'Nom de la campagne', 'Nombre de la campaña', 'Nombre de campaña', 'Nome della campagna',
  'Nome campagna', 'Campagnenaam', 'Naam campagne', 'Naam van campagne', 'Nome da campanha', 'Nazwa kampanii']
const DATES = ['Datum', 'Fecha', 'Data']

// biome-ignore format: one line for each role and language reads better.
export const FORMATS: readonly Format[] = [
  {
    platform: 'Google Ads',
    en: {
      campaign: ['Campaign', 'Campaign name'], day: ['Day', 'Segments.date'], clicks: ['Clicks', 'Metrics.clicks'],
      cost: ['Cost', 'Cost micros', 'Metrics.cost_micros'], currency: ['Currency code', 'Currency'], 
      account: ['Customer ID', 'Account ID', 'Account number', 'Account', 'Account name'],
    },
    local: {
      campaign: ['Kampagne', 'Campagne', 'Campaña', 'Campagna', 'Campanha', 'Kampania'],
      day: ['Tag', 'Jour', 'Día', 'Giorno', 'Dag', 'Dia', 'Dzień'],
      cost: ['Kosten', 'Coût', 'Coste', 'Costo', 'Costes', 'Custo', 'Koszt'],
      clicks: ['Klicks', 'Clics', 'Clic', 'Klikken', 'Kliks', 'Cliques', 'Kliknięcia'],
      currency: ['Währungscode', 'Währung', 'Code de devise', 'Code devise', 'Devise', 'Código de moneda', 'Moneda', 'Divisa', 'Codice valuta',
        'Valuta', 'Valutacode', 'Código da moeda', 'Moeda', 'Kod waluty', 'Waluta'],
      account: ['Konto', 'Kontoname', 'Compte', 'Nom du compte', 'Cuenta', 'Nombre de la cuenta', "Nome dell'account", 'Nome account', 'Accountnaam',
        'Conta', 'Nome da conta', 'Nazwa konta'],
    },
  },
  {
    platform: 'Microsoft Advertising',
    en: { campaign: ['Campaign name', 'Campaign'], day: ['Day', 'Gregorian date', 'Date', 'Time period'], cost: ['Spend'] },
    local: {
      campaign: [...NAMES, 'Kampagne', 'Campagne', 'Campaña', 'Campagna', 'Campanha', 'Kampania'],
      day: ['Gregorianisches Datum', 'Date grégorienne', 'Fecha gregoriana', 'Data gregoriana', 'Gregoriaanse datum', ...DATES],
      cost: ['Ausgaben', 'Dépenses', 'Dépense', 'Gasto', 'Gastos', 'Spesa', 'Uitgaven', 'Besteed', 'Despesa', 'Wydatki'],
    },
  },
  {
    platform: 'Meta Ads',
    en: {
      campaign: ['Campaign name', 'Campaign'], day: ['Day', 'Date', 'Reporting starts', 'Date start'], cost: ['Amount spent', 'Spend'],
      clicks: ['Link clicks', 'Clicks (all)'], ends: ['Reporting ends', 'Date stop', 'End date'],
    },
    local: {
      campaign: NAMES,
      day: ['Tag', 'Jour', 'Día', 'Giorno', 'Dag', 'Dia', 'Dzień', ...DATES, 'Berichtsstart', 'Beginn der Berichterstattung', 'Auswertungsstart', 'Début des rapports',
        'Début du rapport', 'Inicio del informe', 'Inizio report', 'Inizio del report', 'Inizio dei report', 'Start rapportage', 'Begin rapportage',
        'Início dos relatórios', 'Início do relatório', 'Początek raportowania', 'Rozpoczęcie raportowania'],
      cost: ['Ausgegebener Betrag', 'Montant dépensé', 'Importe gastado', 'Importo speso', 'Besteed bedrag', 'Valor usado', 'Valor gasto', 'Montante gasto',
        'Wydana kwota'],
      clicks: ['Link-Klicks', 'Klicks auf Link', 'Klicks auf Links', 'Linkklicks', 'Clics sur un lien', 'Clics sur le lien', 'Clics en el enlace', 'Clic sul link',
        'Linkklikken', 'Linkkliks', 'Klikken op links', 'Klikken op link', 'Cliques no link', 'Cliques na ligação', 'Kliknięcia linku', 'Kliknięcia w link',
        'Klicks (alle)', 'Clics (tous)', 'Clics (todos)', 'Clic (tutti)', 'Klikken (alle)', 'Cliques (todos)', 'Kliknięcia (wszystkie)'],
      ends: ['Berichtsende', 'Ende der Berichterstattung', 'Auswertungsende', 'Fin des rapports', 'Fin du rapport', 'Fin del informe', 'Fine report', 'Fine del report',
        'Fine dei report', 'Einde rapportage', 'Término dos relatórios', 'Encerramento dos relatórios', 'Fim dos relatórios', 'Koniec raportowania',
        'Zakończenie raportowania', 'Enddatum', 'Date de fin', 'Fecha de finalización', 'Data di fine', 'Einddatum', 'Data de término', 'Data zakończenia'],
    },
  },
  {
    platform: 'LinkedIn Ads',
    en: { campaign: ['Campaign name', 'Campaign group name'], day: ['Start date', 'Date', 'Day'], cost: ['Total spent'] },
    local: {
      campaign: NAMES,
      day: ['Startdatum', 'Date de début', 'Fecha de inicio', 'Data di inizio', 'Data inizio', 'Begindatum', 'Data de início', 'Data rozpoczęcia', ...DATES],
      cost: ['Gesamtausgaben', 'Insgesamt ausgegeben', 'Gesamtbetrag ausgegeben', 'Total dépensé', 'Total gastado', 'Gasto total', 'Totale speso', 'Spesa totale',
        'Totaal besteed', 'Totale uitgaven', 'Total gasto', 'Łączne wydatki', 'Suma wydatków', 'Całkowite wydatki'],
    },
  },
  {
    platform: 'TikTok Ads',
    en: {
      campaign: ['Campaign name'], day: ['By day', 'Date', 'Day', 'Stat time day', 'Stat time'], cost: ['Cost', 'Total cost', 'Spend', 'Amount spent'],
      clicks: ['Clicks (destination)'],
    },
    local: {
      campaign: NAMES, day: ['Nach Tag', 'Par jour', 'Por día', 'Per giorno', 'Per dag', 'Por dia', 'Według dnia', ...DATES],
      cost: ['Kosten', 'Coût', 'Coste', 'Costo', 'Custo', 'Koszt', 'Gesamtkosten'],
      clicks: ['Klicks (Ziel)', 'Clics (destination)', 'Clics (destino)', 'Clic (destinazione)', 'Klikken (bestemming)', 'Cliques (destino)', 'Kliknięcia (miejsce docelowe)'],
    },
    marks: ['By day', 'Stat time day', 'Stat time', 'Clicks (destination)', 'CPC (destination)', 'CTR (destination)', 'Nach Tag', 'Par jour', 'Klicks (Ziel)', 'Clics (destination)',
      'Clics (destino)', 'Clic (destinazione)', 'Klikken (bestemming)', 'Cliques (destino)', 'Kliknięcia (miejsce docelowe)'],
  },
  {
    platform: 'Pinterest Ads',
    en: { campaign: ['Campaign name', 'Campaign'], day: ['Date', 'Day'], cost: ['Spend in account currency', 'Spend', 'Spend in micro dollar'], clicks: ['Pin clicks', 'Outbound clicks', 'Paid clicks'] },
    local: {
      campaign: NAMES, day: DATES,
      cost: ['Ausgaben in Kontowährung', 'Dépenses dans la devise du compte', 'Gasto en la moneda de la cuenta', "Spesa nella valuta dell'account", 'Uitgaven in accountvaluta',
        'Gasto na moeda da conta', 'Wydatki w walucie konta'],
      clicks: ['Pin-Klicks', 'Clics sur les épingles', 'Clics en Pines', 'Clic sui Pin', 'Pin-klikken', 'Cliques em Pins', 'Kliknięcia pinów'],
    },
    marks: ['Spend in account currency', 'Spend in micro dollar', 'Pin clicks', 'Total impressions', 'Ausgaben in Kontowährung', 'Dépenses dans la devise du compte', 'Gasto en la moneda de la cuenta',
      "Spesa nella valuta dell'account", 'Uitgaven in accountvaluta', 'Gasto na moeda da conta', 'Wydatki w walucie konta'],
  },
  {
    platform: 'Snapchat Ads',
    en: { campaign: ['Campaign name'], day: ['Date', 'Day', 'Start date', 'Start time'], cost: ['Amount spent', 'Spend', 'Paid spend'], clicks: ['Swipe-Ups', 'Swipes'], ends: ['End time'] },
    local: { campaign: NAMES, day: DATES, cost: ['Ausgegebener Betrag', 'Montant dépensé', 'Importe gastado', 'Importo speso', 'Besteed bedrag', 'Valor gasto', 'Wydana kwota'] },
    marks: ['Swipe-Ups', 'Swipes', 'Swipe up rate', 'eCPSU', 'Paid impressions', 'Paid spend'],
  },
  {
    platform: 'Reddit Ads',
    en: { campaign: ['Campaign name'], day: ['Date', 'Day'], cost: ['Amount spent', 'Spend'] },
    local: { campaign: NAMES, day: DATES, cost: ['Ausgegebener Betrag', 'Montant dépensé', 'Importe gastado', 'Importo speso', 'Besteed bedrag', 'Valor gasto', 'Wydana kwota'] },
    marks: ['eCPM', 'Upvotes', 'Community', 'Effective status'],
  },
  {
    platform: 'X Ads',
    en: { campaign: ['Campaign name', 'Campaign'], day: ['Time period', 'Date', 'Day'], cost: ['Spend', 'Total spend', 'Billed charge local micro'] },
    local: { campaign: NAMES, day: DATES, cost: ['Ausgaben', 'Dépenses', 'Gasto', 'Spesa', 'Uitgaven', 'Wydatki'] },
    marks: ['Billed charge local micro', 'Funding source', 'Funding source name', 'Funding source ID', 'Post engagements', 'Tweet engagements', 'Tweet name', 'Post name'],
  },
  {
    platform: 'Amazon Ads',
    en: { campaign: ['Campaign name', 'Campaigns'], day: ['Date', 'Day', 'Start date'], cost: ['Spend', 'Total cost', 'Cost'] },
    local: { campaign: NAMES, day: DATES, cost: ['Ausgaben', 'Dépenses', 'Gasto', 'Spesa', 'Uitgaven', 'Wydatki', 'Kosten'] },
    marks: ['Portfolio name', 'Portfolio', 'Advertised ASIN', 'ACOS', 'Total advertising cost of sales', '7 day total sales', '14 day total sales', 'Portfolioname',
      'Nom du portefeuille', 'Nombre del portafolio', 'Nome portfolio', 'Portfolionaam', 'Nazwa portfolio'],
  },
]

// biome-ignore format: one line for each language reads better.
export const TOTALS = ['Total', 'Totals', 'Subtotal', 'Grand total', 'Overall total',
  'Gesamt', 'Gesamtsumme', 'Gesamtergebnis', 'Insgesamt', 'Summe', 'Zwischensumme',
  'Totaux', 'Sous-total', 'Total général',
  'Totales', 'Total general', 'Resultados totales', 'Suma',
  'Totale', 'Totali', 'Totale complessivo', 'Subtotale', 'Somma',
  'Totaal', 'Totalen', 'Eindtotaal', 'Subtotaal',
  'Totais', 'Total geral', 'Soma',
  'Razem', 'Łącznie', 'Ogółem', 'Suma częściowa', 'Suma końcowa']

/** First word of Meta's total row, such as "Results from 2 campaigns". */
export const RESULTS = [
  'Results',
  'Ergebnisse',
  'Résultats',
  'Resultados',
  'Risultati',
  'Resultaten',
  'Wyniki',
]
