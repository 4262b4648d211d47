//! An editor's side of the protocol, for tests.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// A message takes at most this long, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server and the messages that it has sent.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    last_id: i64,
}

impl Client {
    /// Starts a server that is not initialized.
    pub(crate) fn raw(args: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pleat"))
            .arg("lsp")
            .args(args)
            .env_remove("CC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || forward(stdout, &sender));
        Client {
            stdin: child.stdin.take(),
            child,
            messages,
            last_id: 0,
        }
    }

    /// Starts a server for an editor with these capabilities.
    pub(crate) fn new(capabilities: &Value) -> Client {
        let mut client = Client::raw(&[]);
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let about = client.request("initialize", params).unwrap();
        assert_eq!(about["capabilities"]["positionEncoding"], "utf-16");
        client.notify("initialized", json!({}));
        client
    }

    /// Starts a server for an editor that can do all that matters.
    pub(crate) fn able() -> Client {
        Client::new(&json!({
            "workspace": { "workspaceEdit": { "documentChanges": true } },
            "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } },
        }))
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        // The server may have ended.
        let _ = stdin
            .write_all(text.as_bytes())
            .and_then(|()| stdin.flush());
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_text(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request. Returns its number.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The result of a request, or its error.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.ask(method, params);
        self.response(id)
    }

    pub(crate) fn response(&mut self, id: i64) -> Result<Value, Value> {
        let response = self.wait(|m| m["id"] == id && m.get("method").is_none());
        match response.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(response["result"].clone()),
        }
    }

    /// The code of a request's error.
    pub(crate) fn error_code(&mut self, method: &str, params: Value) -> i64 {
        self.request(method, params).unwrap_err()["code"]
            .as_i64()
            .unwrap()
    }

    /// The first message that is wanted; others before it are dropped.
    pub(crate) fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.expect("the server sends a message");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) fn open(&mut self, path: &Path, version: i32, text: &str) -> Value {
        let document = json!({
            "uri": uri(path), "languageId": "c", "version": version, "text": text,
        });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(version)
    }

    pub(crate) fn change(&mut self, path: &Path, version: i32, text: &str) {
        let params = json!({
            "textDocument": { "uri": uri(path), "version": version },
            "contentChanges": [{ "text": text }],
        });
        self.notify("textDocument/didChange", params);
    }

    /// The diagnostics for a version.
    pub(crate) fn diagnostics(&mut self, version: i32) -> Value {
        let method = "textDocument/publishDiagnostics";
        let found = self.wait(|m| m["method"] == method && m["params"]["version"] == version);
        found["params"]["diagnostics"].clone()
    }

    /// The diagnostics of a document that was closed.
    pub(crate) fn diagnostics_of_closed(&mut self) -> Value {
        let method = "textDocument/publishDiagnostics";
        let found = self.wait(|m| m["method"] == method && m["params"]["version"].is_null());
        found["params"]["diagnostics"].clone()
    }

    /// The text for a position.
    pub(crate) fn hover(&mut self, path: &Path, line: u32, character: u32) -> Option<String> {
        let params = json!({
            "textDocument": { "uri": uri(path) },
            "position": { "line": line, "character": character },
        });
        let hover = self.request("textDocument/hover", params).unwrap();
        hover["contents"]["value"].as_str().map(str::to_string)
    }

    /// The code actions for a line.
    pub(crate) fn actions(&mut self, path: &Path, line: u32, only: Option<&str>) -> Vec<Value> {
        let at = json!({ "line": line, "character": 0 });
        let mut context = json!({ "diagnostics": [] });
        if let Some(only) = only {
            context["only"] = json!([only]);
        }
        let params = json!({
            "textDocument": { "uri": uri(path) },
            "range": { "start": at, "end": at },
            "context": context,
        });
        let actions = self.request("textDocument/codeAction", params).unwrap();
        actions.as_array().unwrap().clone()
    }

    /// Closes the connection. Returns the exit status and standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        drop(self.stdin.take());
        let status = self.child.wait().unwrap();
        let mut stderr = String::new();
        let pipe = self.child.stderr.take();
        pipe.unwrap().read_to_string(&mut stderr).unwrap();
        (status.code(), stderr)
    }

    /// Leaves in order.
    pub(crate) fn leave(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Ok(Value::Null));
        self.notify("exit", Value::Null);
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}

fn forward(mut stdout: impl BufRead, messages: &mpsc::Sender<Value>) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if stdout.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line == "\r\n" => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        stdout.read_exact(&mut bytes).unwrap();
        if messages
            .send(serde_json::from_slice(&bytes).unwrap())
            .is_err()
        {
            return;
        }
    }
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display().to_string().replace(' ', "%20"))
}

/// A text after the edits of a workspace edit with one document.
pub(crate) fn applied(text: &str, edit: &Value) -> String {
    let edits = match edit.get("documentChanges") {
        Some(changes) => changes[0]["edits"].clone(),
        None => edit["changes"]
            .as_object()
            .unwrap()
            .values()
            .next()
            .unwrap()
            .clone(),
    };
    let mut text = text.to_string();
    for edit in edits.as_array().unwrap().iter().rev() {
        let start = offset(&text, &edit["range"]["start"]);
        let end = offset(&text, &edit["range"]["end"]);
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

/// The byte of a position in lines and UTF-16 units.
fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let character = position["character"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let units: Vec<u16> = text[start..].encode_utf16().take(character).collect();
    start + String::from_utf16(&units).unwrap().len()
}
