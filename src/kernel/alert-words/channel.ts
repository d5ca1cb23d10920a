// Words of the alerts about channels of alerts, in both languages.

export const CHANNEL_ALERTS = {
  pt: {
    ALERT_CHANNEL_FAILING: {
      title: 'Um canal de alertas não recebe nada',
      whatToDo: 'Veja o canal e o último erro, e corrija o endereço. O que lhe é devido espera.',
    },
  },
  en: {
    ALERT_CHANNEL_FAILING: {
      title: 'A channel of alerts takes nothing',
      whatToDo: 'Look at the channel and its last error, and mend its address. What it is owed waits.',
    },
  },
}
