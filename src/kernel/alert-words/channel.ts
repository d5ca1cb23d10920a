// Words of the alerts about channels of alerts, and about mail, in both languages.

export const CHANNEL_ALERTS = {
  pt: {
    MAIL_NOT_SENT: {
      title: 'Os e-mails não estão saindo',
      whatToDo: 'Veja o que o servidor de e-mail respondeu. O que espera sai quando ele aceitar.',
    },
    ALERT_CHANNEL_FAILING: {
      title: 'Um canal de alertas não recebe nada',
      whatToDo: 'Veja o canal e o último erro, e corrija o endereço. O que lhe é devido espera.',
    },
  },
  en: {
    MAIL_NOT_SENT: {
      title: 'Mail cannot be sent',
      whatToDo: 'Read what the mail server answered. What waits goes out when it accepts.',
    },
    ALERT_CHANNEL_FAILING: {
      title: 'A channel of alerts takes nothing',
      whatToDo: 'Look at the channel and its last error, and mend its address. What it is owed waits.',
    },
  },
}
