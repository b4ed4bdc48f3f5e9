use std::{collections::VecDeque, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::Instant,
};

use crate::{Answer, Client, Conversation, Question, answer::Sent, connection::Connection};

/// A person at the client's end of a pipe.
#[derive(Debug)]
pub struct ScriptedClient {
    client: Client,
    script: VecDeque<Answer>,
    connection: Connection,
}

/// A request that was sent.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "its reply is waited for with `ScriptedClient::reply`"]
pub struct Call {
    id: u64,
    method: String,
    pub(crate) params: Value,
}

/// The server's next message about a call.
enum Received {
    Question(Question),
    Reply(Value),
}

impl ScriptedClient {
    /// Opens the conversation; a client of the older era sends `initialize`.
    ///
    /// # Panics
    ///
    /// If the server refuses the `initialize`.
    pub async fn connect(
        client: Client,
        pipe: impl AsyncRead + AsyncWrite + Send + 'static,
    ) -> Self {
        let mut person = Self {
            client,
            script: VecDeque::new(),
            connection: Connection::new(pipe),
        };
        if !person.client.is_modern() {
            let hello = person.client.hello();
            let call = person.request("initialize", hello).await;
            let reply = person.reply(&call).await;
            assert!(reply["error"].is_null(), "no handshake: {reply}");
            person
                .connection
                .notify("notifications/initialized", &json!({}))
                .await;
        }
        person
    }

    /// Sets the answers to the next questions of [`call`](Self::call), one for each, in order.
    pub fn script(&mut self, answers: impl IntoIterator<Item = Answer>) {
        self.script = answers.into_iter().collect();
    }

    /// Sets what the next requests declare. A modern client can change its declaration between
    /// requests.
    pub fn declare(&mut self, client: Client) {
        self.client = client;
    }

    /// Sets how long the server may be silent. It is an hour at first, which passes at once on a
    /// paused clock.
    pub fn patience(&mut self, patience: Duration) {
        self.connection.patience = patience;
    }

    /// Calls a tool and plays the whole conversation.
    ///
    /// # Panics
    ///
    /// If there are more questions than answers in the script.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Conversation {
        let mut questions = Vec::new();
        let mut call = self.start(tool, arguments).await;
        loop {
            let question = match self.hear(&call).await {
                Received::Question(question) => question,
                Received::Reply(reply) => return Conversation { questions, reply },
            };
            questions.push(question.clone());
            let Some(answer) = self.script.pop_front() else {
                panic!("the script has no answer to {:?}", question.message);
            };
            let over = self.dawdle(&call, answer.delay()).await;
            let next = self.say(&question, &answer).await;
            if let Some(reply) = over {
                self.drain().await;
                return Conversation { questions, reply };
            }
            match next {
                Some(retried) => call = retried,
                None if self.client.is_modern() => {
                    let reply = question.raw;
                    return Conversation { questions, reply };
                }
                None => {}
            }
        }
    }

    /// Calls a tool without waiting for the reply.
    pub async fn start(&mut self, tool: &str, arguments: Value) -> Call {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }

    /// Returns the question that a call leads to.
    ///
    /// # Panics
    ///
    /// If the call ends without a question.
    pub async fn question(&mut self, call: &Call) -> Question {
        match self.hear(call).await {
            Received::Question(question) => question,
            Received::Reply(reply) => panic!("nothing was asked: {reply}"),
        }
    }

    /// Answers a question, and returns the call whose reply is next: the same call if it was asked
    /// during a call, a retried one if between two calls. If the answer sends nothing, it is the
    /// old call.
    pub async fn answer(&mut self, question: &Question, answer: &Answer) -> Call {
        tokio::time::sleep(answer.delay()).await;
        let next = self.say(question, answer).await;
        next.unwrap_or_else(|| question.call.clone())
    }

    /// Returns the response to a call, as the server sent it.
    pub async fn reply(&mut self, call: &Call) -> Value {
        self.connection
            .take(|message| call.is_answered_by(message))
            .await
    }

    /// Sends any request. A modern client adds its declaration to the parameters.
    pub async fn request(&mut self, method: &str, mut params: Value) -> Call {
        self.client.declare(&mut params);
        Call {
            id: self.connection.request(method, &params).await,
            method: method.to_owned(),
            params,
        }
    }

    /// Tells the server that the client has given up a call.
    pub async fn cancel(&mut self, call: &Call) {
        let params = json!({"requestId": call.id, "reason": "the user gave it up"});
        self.connection
            .notify("notifications/cancelled", &params)
            .await;
    }

    /// Waits until the server withdraws a question that it asked during a call.
    pub async fn withdrawn(&mut self, question: &Question) {
        self.connection
            .take(|message| {
                message["method"] == "notifications/cancelled"
                    && message["params"]["requestId"] == question.key
            })
            .await;
    }

    /// Waits until the server has read everything that was sent, by waiting for the reply to a
    /// `ping`. The reply may be an error.
    pub async fn drain(&mut self) {
        let ping = self.request("ping", json!({})).await;
        self.reply(&ping).await;
    }

    /// Closes the client's half of the pipe. Messages from the server can still be read.
    pub async fn hang_up(&mut self) {
        self.connection.hang_up().await;
    }

    /// Sends a message unchanged.
    pub async fn send(&mut self, message: &Value) {
        self.connection.send(message).await;
    }

    /// Returns the next message from the server that nothing else has taken.
    pub async fn receive(&mut self) -> Value {
        self.connection.take(|_| true).await
    }

    async fn hear(&mut self, call: &Call) -> Received {
        let modern = self.client.is_modern();
        let asks = |message: &Value| !modern && message["method"] == "elicitation/create";
        let message = self
            .connection
            .take(|message| call.is_answered_by(message) || asks(message))
            .await;
        if asks(&message) {
            Received::Question(Question::during(call, message))
        } else if message["result"]["resultType"] == "input_required" {
            Received::Question(Question::between(call, message))
        } else {
            Received::Reply(message)
        }
    }

    /// Waits before an answer. Returns the reply to the call if the server ends it meanwhile.
    async fn dawdle(&mut self, call: &Call, delay: Duration) -> Option<Value> {
        let until = Instant::now() + delay;
        let ended = self.connection.find(|message| call.is_answered_by(message));
        let ended = tokio::time::timeout_at(until, ended).await.ok();
        tokio::time::sleep_until(until).await;
        ended
    }

    /// Sends an answer, and returns the retried call if the answer is sent with one.
    async fn say(&mut self, question: &Question, answer: &Answer) -> Option<Call> {
        let id = &question.key;
        match answer.to_form(&question.form) {
            Sent::Reply(reply) if question.is_between_calls() => {
                let Call { method, .. } = &question.call;
                Some(self.request(method, question.retry_with(&reply)).await)
            }
            Sent::Reply(result) => {
                let response = json!({"jsonrpc": "2.0", "id": id, "result": result});
                self.send(&response).await;
                None
            }
            Sent::Error(error) if !question.is_between_calls() => {
                let response = json!({"jsonrpc": "2.0", "id": id, "error": error});
                self.send(&response).await;
                None
            }
            Sent::Error(_) | Sent::Nothing => None,
        }
    }
}

impl Call {
    fn is_answered_by(&self, message: &Value) -> bool {
        message["id"] == self.id && message["method"].is_null()
    }
}
