#!/usr/bin/env perl
# A front end in a language that we have no package for: Perl, with nothing but its own modules, and no rule of the game.
# It plays at an address of examples/server.py:
#
#     perl client.pl ws://127.0.0.1:8000/TOKEN
#
# Type the number of a move and, where there is a choice in brackets, the choice: `2 7`.
# `? space:5` asks why a part of the table cannot be used; several parts ask why they do not go together.
use v5.36;
use Digest::SHA qw(sha1_base64);
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use MIME::Base64 qw(encode_base64);

my ($host, $path) = ($ARGV[0] // '') =~ m{^ws://([^/]+)(/.*)} or die "usage: client.pl ws://HOST:PORT/TOKEN\n";
my $socket = IO::Socket::INET->new(PeerAddr => $host) or die "$host: $!\n";
my ($version, @moves, $requests, $seat) = (0);
binmode STDOUT, ':encoding(UTF-8)';
$| = 1;

# --- WebSocket, as in RFC 6455 ---
my $key = encode_base64(join('', map { chr rand 256 } 1 .. 16), '');
print $socket "GET $path HTTP/1.1\r\nHost: $host\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    "Sec-WebSocket-Key: $key\r\nSec-WebSocket-Version: 13\r\n\r\n";
my $accepted = sha1_base64("${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11") . '=';
my $head = '';
$head .= bytes(1) until $head =~ /\r\n\r\n\z/;
die "no WebSocket here\n" unless $head =~ /^HTTP\/1\.1 101 .*^Sec-WebSocket-Accept: \Q$accepted\E\r$/msi;

sub bytes ($number) {
    my $read = '';
    while (length $read < $number) { sysread($socket, $read, $number - length $read, length $read) or die "the table is closed\n" }
    return $read;
}

sub send_text ($text, $kind = 1) {
    my $mask = join '', map { chr rand 256 } 1 .. 4;
    my $length = length $text < 126 ? pack('C', 0x80 | length $text) : pack('Cn', 0x80 | 126, length $text);
    syswrite $socket, pack('C', 0x80 | $kind) . $length . $mask . ($text ^. substr $mask x (1 + length($text) / 4), 0, length $text);
}

sub receive_text () {
    my $text = '';
    while (1) {
        my ($first, $length) = unpack 'CC', bytes(2);
        $length = unpack('n', bytes(2)) if $length == 126;
        $length = unpack('Q>', bytes(8)) if $length == 127;
        my $part = bytes($length);
        my $kind = $first & 15;
        die "the table is closed\n" if $kind == 8;
        send_text($part, 10), next if $kind == 9;    # a ping wants a pong
        $text .= $part;
        return $text if $first & 128;
    }
}

# --- The protocol ---
sub ask (%request) { send_text(encode_json({ %request, id => ++$requests })) }

my %hear = (
    hello => sub ($hello) {
        die "the table speaks protocol $hello->{protocol}, and this client 2\n" if $hello->{protocol} != 2;
        $seat = $hello->{seat};
        say "You are $hello->{names}[$seat].";
    },
    update => sub ($update) {
        $version = $update->{version};
        say 'Points: ', join ' : ', map { $_->{total} } @{ $update->{scores} };
        say 'Cards: ', join ' ', map { "$_->{colour} $_->{value}" } @{ $update->{view}{hand} };
        @moves = @{ $update->{moves} };
        for my $number (1 .. @moves) {
            my ($action, $options) = @{ $moves[$number - 1] }{qw(action options)};
            my @words = map { $update->{parts}[$_][0] =~ s/.*://r } @{ $options // [] };
            say "$number. $action", @words ? "  [@words]" : '';
        }
        say $update->{result} ? 'The game is over.' : @moves ? 'Your move?' : 'Wait.';
    },
    refusal => sub ($refusal) { say "No: $refusal->{message}{key} ($refusal->{rule})" },
    error => sub ($error) { say "Error: $error->{message}{key}" },
);

sub answer ($line) {
    if ($line =~ /^\?\s*(.+)/) { return ask(type => 'why', parts => [split ' ', $1]) }
    my ($number, $choice) = split ' ', $line;
    my $move = ($number // '') =~ /^[1-9]\d*$/ ? $moves[$number - 1] : undef;
    return say 'No such move.' unless $move && defined $choice == ($move->{action} =~ /\*/);
    ask(type => 'play', expect => $version, action => $move->{action} =~ s/\*/$choice/r);
}

my $typed = '';
my $waiting = IO::Select->new($socket, \*STDIN);
while (1) {
    for my $ready ($waiting->can_read) {
        if ($ready == $socket) {
            my $message = decode_json(receive_text());
            my $heard = $hear{ $message->{type} };
            $heard->($message) if $heard;    # what it does not know, it leaves alone
        }
        else {
            sysread(STDIN, $typed, 1024, length $typed) or exit;
            answer($1) while $typed =~ s/^(.*)\n//;
        }
    }
}
