// The page in place of a panel that is not built yet, or could not be: it comes again by itself, and says that nothing else is concerned.

export const UNBUILT = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2">
<title>Porteira: o painel ainda não foi construído</title>
<style nonce="__PORTEIRA_NONCE__">
body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
code { font-size: 0.95em }
</style>
</head>
<body>
<h1>O painel ainda não foi construído</h1>
<p>O gateway está aberto e a API funciona normalmente. Só estas páginas faltam. O primeiro <code>npm start</code> as constrói enquanto o
gateway já trabalha, em menos de um minuto, e esta página se recarrega sozinha. Se não aparecerem, o motivo está no terminal;
<code>npm run build</code> constrói só as páginas.</p>
<p lang="en">The gateway is open and its API works as usual. Only these pages are missing. The first <code>npm start</code> builds them
while the gateway is at work already, in less than a minute, and this page reloads by itself. If they do not come, the terminal says
why; <code>npm run build</code> builds the pages alone.</p>
</body>
</html>
`
